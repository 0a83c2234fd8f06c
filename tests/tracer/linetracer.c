/*
 * Writes which lines each test of a run executed, and which ones each static initialiser did.
 *
 * An oracle for Faultline's probes, which shares nothing with them: no instrumentation, but the JVM
 * stopping at every single bytecode (JVMTI SingleStep). A line was executed when an instruction was
 * that its line table gives to it. Slow and simple; for suites that run their tests one by one.
 *
 *   java -agentpath:liblinetracer.so=CLASSES,OUTPUT -cp ... TracedSuite TESTCLASS...
 *
 * CLASSES is a file with the binary name of a class to trace on each line. OUTPUT gets, separated by
 * tabs, "test ID" at the end of each test and "initialiser CLASS" at the end of the JVM, each followed
 * by its "line CLASS METHOD DESCRIPTOR LINE", with "bridge" behind those of bridges, and by "touched CLASS" for every class that it ran
 * code of or initialised.
 *
 * What runs in a static initialiser, with all that it calls, is the initialiser's and not the test's.
 * HotSpot hides single steps while it resolves a reference, and most initialisers run because of one: there,
 * breakpoints at every instruction of all traced methods take the place of steps.
 */
#include <jvmti.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CLASSES = 512, MAX_SLOTS = 1 << 15, MAX_NESTED = 256, MAX_METHODS = 1 << 13, TABLE = 1 << 16 };

/* A method that some step was in. */
struct method {
    jmethodID id;
    int class;       /* -1: not to be traced */
    int initialiser; /* <clinit> */
    jlong length;
    int *slots; /* by position in its code: the slot of its line, or -1 */
    jlong *instructions; /* where each begins */
    int instruction_count;
};

/* What ran for a test or an initialiser. */
struct row {
    unsigned char slots[MAX_SLOTS];
    unsigned char touched[MAX_CLASSES];
};

static jvmtiEnv *jvmti;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *out;

static char *classes[MAX_CLASSES];
static int class_count;
static char *slot_names[MAX_SLOTS];
static int slot_count;
static struct method *methods[TABLE];
static struct method *traced[MAX_METHODS]; /* those of prepared classes */
static int traced_count;

static char *test; /* null between tests */
static struct row test_row;
static struct row *initialisers[MAX_CLASSES];
static struct { JNIEnv *thread; int class; } nested[MAX_NESTED]; /* that are running */
static int nested_count;

static void die(const char *what) {
    fprintf(stderr, "linetracer: %s\n", what);
    abort();
}

static void *zeros(size_t size) {
    void *memory = calloc(1, size);
    if (!memory) die("out of memory");
    return memory;
}

static int class_named(const char *name) {
    for (int at = 0; at < class_count; at++)
        if (!strcmp(classes[at], name)) return at;
    return -1;
}

/* "La/B;" as "a.B" */
static char *binary_name(const char *signature) {
    size_t length = strlen(signature);
    if (length < 3 || *signature != 'L') return strdup("");
    char *name = strndup(signature + 1, length - 2);
    for (char *at = name; *at; at++)
        if (*at == '/') *at = '.';
    return name;
}

static int slot_named(const char *class, const char *method, const char *descriptor, int line, int is_bridge) {
    char name[4096];
    snprintf(name, sizeof name, "%s\t%s\t%s\t%d%s", class, method, descriptor, line, is_bridge ? "\tbridge" : "");
    for (int at = slot_count; at-- > 0;)
        if (!strcmp(slot_names[at], name)) return at;
    if (slot_count == MAX_SLOTS) die("too many lines");
    slot_names[slot_count] = strdup(name);
    return slot_count++;
}

/* The table need not be in order: an instruction's line is that of the last entry before it. */
static void read_lines(struct method *method, const char *name, const char *descriptor) {
    jint count = 0;
    jvmtiLineNumberEntry *lines = NULL;
    jlong first;
    if ((*jvmti)->GetMethodLocation(jvmti, method->id, &first, &method->length)) method->length = -1;
    method->slots = zeros((size_t)(method->length + 2) * sizeof(int));
    jint modifiers = 0;
    (*jvmti)->GetMethodModifiers(jvmti, method->id, &modifiers);
    int is_bridge = modifiers & 0x40; /* ACC_BRIDGE; JVMS, table 4.6-A */
    (*jvmti)->GetLineNumberTable(jvmti, method->id, &count, &lines);
    for (jlong at = 0; at <= method->length; at++) {
        int best = -1;
        for (int entry = 0; entry < count; entry++)
            if (lines[entry].start_location <= at
                && (best < 0 || lines[entry].start_location >= lines[best].start_location)) best = entry;
        method->slots[at] =
            best < 0 ? -1 : slot_named(classes[method->class], name, descriptor, lines[best].line_number, is_bridge);
    }
    if (lines) (*jvmti)->Deallocate(jvmti, (unsigned char *)lines);
}

/* Source: JVMS, chapter 6. */
static jlong length_of(const unsigned char *code, jlong at) {
    static const char lengths[] = /* of opcodes 0 to 201; 0: see below */
        "11111111111111112323322222111111111111111111111111111122222111111111111111111111"
        "11111111111111111111111111111111111111111111111111113111111111111111111113333333"
        "333333333200111111333333355323113311043355";
    const unsigned char *aligned = code + ((at + 4) & ~(jlong)3);
#define INT(p) ((jlong)(jint)((unsigned)(p)[0] << 24 | (p)[1] << 16 | (p)[2] << 8 | (p)[3]))
    switch (code[at]) {
    case 0xaa: return aligned - code - at + 12 + 4 * (INT(aligned + 8) - INT(aligned + 4) + 1); /* tableswitch */
    case 0xab: return aligned - code - at + 8 + 8 * INT(aligned + 4); /* lookupswitch */
    case 0xc4: return code[at + 1] == 0x84 ? 6 : 4; /* wide */
    default:
        if (code[at] >= sizeof lengths - 1) die("an instruction that does not exist");
        return lengths[code[at]] - '0';
    }
}

static void read_instructions(struct method *method) {
    jint count = 0;
    unsigned char *code = NULL;
    if ((*jvmti)->GetBytecodes(jvmti, method->id, &count, &code)) return; /* abstract or native */
    method->instructions = zeros((size_t)(count + 1) * sizeof(jlong));
    for (jlong at = 0; at < count; at += length_of(code, at)) method->instructions[method->instruction_count++] = at;
    (*jvmti)->Deallocate(jvmti, code);
}

/* Stops at every instruction of a method, or no longer. */
static void stop_at_all(struct method *method, int on) {
    for (int at = 0; at < method->instruction_count; at++) {
        jlong location = method->instructions[at];
        /* An error means that it is so already. */
        if (on) (*jvmti)->SetBreakpoint(jvmti, method->id, location);
        else (*jvmti)->ClearBreakpoint(jvmti, method->id, location);
    }
}

static struct method *resolve(JNIEnv *jni, jmethodID id) {
    struct method *method = zeros(sizeof *method);
    char *signature = NULL, *name = NULL, *descriptor = NULL;
    jclass class;
    method->id = id;
    method->class = -1;
    if ((*jvmti)->GetMethodDeclaringClass(jvmti, id, &class)) return method;
    if (!(*jvmti)->GetClassSignature(jvmti, class, &signature, NULL)
        && !(*jvmti)->GetMethodName(jvmti, id, &name, &descriptor, NULL)) {
        char *binary = binary_name(signature);
        method->class = class_named(binary);
        method->initialiser = !strcmp(name, "<clinit>");
        if (method->class >= 0) {
            read_lines(method, name, descriptor);
            read_instructions(method);
        }
        free(binary);
    }
    if (signature) (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    if (name) (*jvmti)->Deallocate(jvmti, (unsigned char *)name);
    if (descriptor) (*jvmti)->Deallocate(jvmti, (unsigned char *)descriptor);
    (*jni)->DeleteLocalRef(jni, class);
    return method;
}

static struct method *method_of(JNIEnv *jni, jmethodID id) {
    size_t at = ((size_t)id >> 3) * 0x9E3779B97F4A7C15u >> 48;
    while (methods[at] && methods[at]->id != id) at = (at + 1) % TABLE;
    if (!methods[at]) methods[at] = resolve(jni, id);
    return methods[at];
}

/* What a thread runs for: its innermost initialiser, else the test; null between tests. */
static struct row *owner(JNIEnv *thread) {
    for (int at = nested_count; at-- > 0;)
        if (nested[at].thread == thread) return initialisers[nested[at].class];
    return test ? &test_row : NULL;
}

static void begin_initialiser(JNIEnv *jni, jthread thread, int class) {
    struct row *outer = owner(jni);
    if (outer) outer->touched[class] = 1; /* who causes it has touched the class */
    if (nested_count == MAX_NESTED) die("initialisers nest too deeply");
    if (!initialisers[class]) initialisers[class] = zeros(sizeof(struct row));
    nested[nested_count].thread = jni;
    nested[nested_count++].class = class;
    if ((*jvmti)->NotifyFramePop(jvmti, thread, 0)) die("the end of an initialiser cannot be seen");
    if (nested_count == 1)
        for (int at = 0; at < traced_count; at++) stop_at_all(traced[at], 1);
}

static void JNICALL class_prepare(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jclass class) {
    jint count = 0;
    jmethodID *ids = NULL;
    (void)thread;
    if ((*ti)->GetClassMethods(ti, class, &count, &ids)) return;
    pthread_mutex_lock(&lock);
    for (jint at = 0; at < count; at++) {
        struct method *method = method_of(jni, ids[at]);
        if (method->class < 0) break;
        if (traced_count == MAX_METHODS) die("too many methods");
        traced[traced_count++] = method;
        if (nested_count > 0) stop_at_all(method, 1);
        else if (method->initialiser) (*ti)->SetBreakpoint(ti, method->id, 0);
    }
    pthread_mutex_unlock(&lock);
    (*ti)->Deallocate(ti, (unsigned char *)ids);
}

static void JNICALL step(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jmethodID id, jlocation location) {
    (void)ti;
    pthread_mutex_lock(&lock);
    struct method *method = method_of(jni, id);
    if (method->class >= 0) {
        /* A step and a breakpoint may both tell of one instruction. */
        int begun = nested_count > 0 && nested[nested_count - 1].thread == jni
            && nested[nested_count - 1].class == method->class;
        if (method->initialiser && location == 0 && !begun) begin_initialiser(jni, thread, method->class);
        struct row *row = owner(jni);
        if (row) {
            row->touched[method->class] = 1;
            if (location <= method->length && method->slots[location] >= 0) 
                row->slots[method->slots[location]] = 1;
        }
    }
    pthread_mutex_unlock(&lock);
}

static void JNICALL frame_pop(jvmtiEnv *ti, JNIEnv *jni, jthread thread, jmethodID id, jboolean thrown) {
    (void)ti, (void)thread, (void)thrown;
    pthread_mutex_lock(&lock);
    int class = method_of(jni, id)->class;
    for (int at = nested_count; at-- > 0;)
        if (nested[at].thread == jni && nested[at].class == class) {
            memmove(nested + at, nested + at + 1, (size_t)(--nested_count - at) * sizeof *nested);
            break;
        }
    if (nested_count == 0)
        for (int at = 0; at < traced_count; at++) {
            stop_at_all(traced[at], 0);
            if (traced[at]->initialiser) (*jvmti)->SetBreakpoint(jvmti, traced[at]->id, 0);
        }
    pthread_mutex_unlock(&lock);
}

static void print(const char *what, const char *name, const struct row *row) {
    fprintf(out, "%s\t%s\n", what, name);
    for (int slot = 0; slot < slot_count; slot++)
        if (row->slots[slot]) fprintf(out, "line\t%s\n", slot_names[slot]);
    for (int class = 0; class < class_count; class++)
        if (row->touched[class]) fprintf(out, "touched\t%s\n", classes[class]);
}

JNIEXPORT void JNICALL Java_TracedSuite_start(JNIEnv *jni, jclass own, jstring id) {
    (void)own;
    const char *text = (*jni)->GetStringUTFChars(jni, id, NULL);
    pthread_mutex_lock(&lock);
    memset(&test_row, 0, sizeof test_row);
    test = strdup(text);
    pthread_mutex_unlock(&lock);
    (*jni)->ReleaseStringUTFChars(jni, id, text);
}

JNIEXPORT void JNICALL Java_TracedSuite_end(JNIEnv *jni, jclass own) {
    (void)jni, (void)own;
    pthread_mutex_lock(&lock);
    if (test) print("test", test, &test_row);
    free(test);
    test = NULL;
    pthread_mutex_unlock(&lock);
}

static void JNICALL vm_init(jvmtiEnv *ti, JNIEnv *jni, jthread thread) {
    (void)jni, (void)thread;
    if ((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_SINGLE_STEP, NULL)
        || (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_BREAKPOINT, NULL)
        || (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL)
        || (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_FRAME_POP, NULL)) die("no single steps");
}

static void JNICALL vm_death(jvmtiEnv *ti, JNIEnv *jni) {
    (void)ti, (void)jni;
    pthread_mutex_lock(&lock);
    for (int class = 0; class < class_count; class++)
        if (initialisers[class]) print("initialiser", classes[class], initialisers[class]);
    if (fclose(out)) die("the output cannot be written");
    pthread_mutex_unlock(&lock);
}

static void read_classes(const char *path) {
    char line[4096];
    FILE *file = fopen(path, "r");
    if (!file) die("the list of classes cannot be read");
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = 0;
        if (class_count == MAX_CLASSES) die("too many classes");
        classes[class_count++] = strdup(line);
    }
    fclose(file);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
    (void)reserved;
    char *comma = options ? strchr(options, ',') : NULL;
    if (!comma) die("the options are CLASSES,OUTPUT");
    *comma = 0;
    read_classes(options);
    if (!(out = fopen(comma + 1, "w"))) die("the output cannot be made");

    jvmtiCapabilities capabilities = {0};
    capabilities.can_generate_single_step_events = 1;
    capabilities.can_generate_frame_pop_events = 1;
    capabilities.can_generate_breakpoint_events = 1;
    capabilities.can_get_bytecodes = 1;
    capabilities.can_get_line_numbers = 1;
    jvmtiEventCallbacks callbacks = {0};
    callbacks.VMInit = vm_init;
    callbacks.VMDeath = vm_death;
    callbacks.SingleStep = step;
    callbacks.Breakpoint = step;
    callbacks.ClassPrepare = class_prepare;
    callbacks.FramePop = frame_pop;
    if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_1_2)
        || (*jvmti)->AddCapabilities(jvmti, &capabilities)
        || (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks)
        || (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL)
        || (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL))
        die("this JVM cannot be stepped through");
    return JNI_OK;
}
