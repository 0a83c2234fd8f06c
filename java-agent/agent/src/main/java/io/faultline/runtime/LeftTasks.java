package io.faultline.runtime;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Looks for what other threads still run after a test that gave up waiting: tasks of the application, or code that a
 * method of the test wrote for another thread.
 *
 * <p>A server's thread that waits for a request runs no task, or no code of the application in it. Errors: tasks of virtual
 * threads are not found. Cost: a stack of each thread, for tests that fail or give up waiting.
 */
final class LeftTasks {
    /** What runs tasks, by class and method. */
    private static final String[][] RUNNERS = {
        {"java.util.concurrent.FutureTask", "run"},
        {"java.util.concurrent.FutureTask", "runAndReset"},
        {"java.util.concurrent.ForkJoinTask", "doExec"},
        {"java.util.concurrent.CompletableFuture$AsyncRun", "run"},
        {"java.util.concurrent.CompletableFuture$AsyncSupply", "run"},
        {"kotlinx.coroutines.DispatchedTask", "run"},
    };

    /** Names of javac's lambdas begin with it. */
    private static final String OF_JAVA = "lambda$";

    /** Behind the name of the method in that of a class that groovyc makes of a closure. */
    private static final String OF_GROOVY = "_closure";

    /** What runs code of Kotlin and Groovy on any thread: such a method is no sign of the test's own thread. */
    private static final String[] OF_LANGUAGES = {
        "kotlin.", "kotlinx.coroutines.", "groovy.", "org.codehaus.groovy.", "org.apache.groovy."
    };

    private static final String[] OF_JDK = {"java.", "javax.", "jdk.", "sun.", "com.sun."};

    private LeftTasks() {}

    /** Whether another thread runs a task of the application. */
    static boolean goOn() {
        for (Map.Entry<Thread, StackTraceElement[]> thread :
                Thread.getAllStackTraces().entrySet()) {
            if (thread.getKey() != Thread.currentThread() && isInTask(thread.getValue())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether another thread runs a lambda or closure of a method in which the test failed. That method started the
     * thread, and the failure says that it does not wait for it: {@code assertTrue(latch.await(1, SECONDS))}. Not looked for
     * beside a security manager, which would be asked whether the test may see other threads.
     */
    static boolean goOnOf(Failure failure) {
        if (System.getSecurityManager() != null) {
            return false;
        }
        Set<String> methods = methods(failure);
        for (Map.Entry<Thread, StackTraceElement[]> thread :
                Thread.getAllStackTraces().entrySet()) {
            if (thread.getKey() != Thread.currentThread() && isInLambda(thread.getValue(), methods)) {
                return true;
            }
        }
        return false;
    }

    /** The methods of the application in which a test failed, {@code class.method}. */
    static Set<String> methods(Failure failure) {
        Set<String> methods = new HashSet<>();
        for (int i = 0; i + 1 < failure.frames.length; i += 2) {
            if (!isOfJdk(failure.frames[i]) && !isOfLanguage(failure.frames[i])) {
                methods.add(failure.frames[i] + '.' + failure.frames[i + 1]);
            }
        }
        return methods;
    }

    /** Whether a stack has a lambda of one of these methods, {@code class.method}, and not the method itself. */
    static boolean isInLambda(StackTraceElement[] stack, Set<String> methods) {
        boolean isFound = false;
        for (StackTraceElement frame : stack) {
            if (methods.contains(frame.getClassName() + '.' + frame.getMethodName())) {
                return false;
            }
            isFound |= isWrittenIn(methods, frame.getClassName(), frame.getMethodName());
        }
        return isFound;
    }

    /**
     * Whether a lambda or closure was written in one of these methods, by the names that compilers give it: {@code
     * lambda$method$0}, Kotlin's {@code method$lambda$0} and {@code Type$method$1$1}, Groovy's {@code
     * Type$_method_closure1}.
     */
    private static boolean isWrittenIn(Set<String> methods, String type, String method) {
        if (method.startsWith(OF_JAVA)) {
            int end = method.lastIndexOf('$');
            return end > OF_JAVA.length() && methods.contains(type + '.' + method.substring(OF_JAVA.length(), end));
        }
        int ofKotlin = method.indexOf("$lambda$");
        if (ofKotlin > 0) {
            return methods.contains(type + '.' + method.substring(0, ofKotlin));
        }
        for (int at = type.indexOf('$'); at >= 0; at = type.indexOf('$', at + 1)) {
            int end = type.indexOf('$', at + 1);
            int closure = type.indexOf(OF_GROOVY, at + 1);
            boolean isClosure = closure > 0 && (end < 0 || closure < end) && type.startsWith("_", at + 1);
            String name = isClosure
                    ? type.substring(at + 2, Math.max(at + 2, closure))
                    : end < 0 ? "" : type.substring(at + 1, end);
            if (methods.contains(type.substring(0, at) + '.' + name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a stack, the innermost frame first, has code of the application in a task. */
    static boolean isInTask(StackTraceElement[] stack) {
        boolean isOfApplication = false;
        for (StackTraceElement frame : stack) {
            if (isOfApplication && runsTasks(frame)) {
                return true;
            }
            isOfApplication |= !isOfJdk(frame.getClassName());
        }
        return false;
    }

    private static boolean runsTasks(StackTraceElement frame) {
        for (String[] runner : RUNNERS) {
            if (runner[0].equals(frame.getClassName()) && runner[1].equals(frame.getMethodName())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfJdk(String className) {
        return beginsWithAny(className, OF_JDK);
    }

    private static boolean isOfLanguage(String className) {
        return beginsWithAny(className, OF_LANGUAGES);
    }

    private static boolean beginsWithAny(String className, String[] prefixes) {
        for (String prefix : prefixes) {
            if (className.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
