//! References that outlive a call.

use std::ptr;

use jni::sys::{JavaVM, jclass, jint, jmethodID, jobject, jobjectArray};

use super::Jni;

/// A `Runnable` that is kept alive until it is run.
#[derive(Debug)]
pub struct KeptRunnable {
    object: jobject,
    run: jmethodID,
}

// SAFETY: a global reference and a method's id may be used from any thread.
unsafe impl Send for KeptRunnable {}

/// An object that is not kept alive.
#[derive(Debug)]
pub struct WeakReference(jobject);

// SAFETY: a weak global reference may be used from any thread.
unsafe impl Send for WeakReference {}

impl Jni {
    /// The JVM of this thread.
    pub fn vm(self) -> Option<*mut JavaVM> {
        let mut vm = ptr::null_mut();
        // SAFETY: the pointer is written to during the call only.
        let code = unsafe { call!(self, v1_1.GetJavaVM, &raw mut vm) };
        (code == 0).then_some(vm)
    }

    /// Keeps a `Runnable` alive. `None` for null, for another type, or if out of memory.
    pub fn keep_runnable(self, object: jobject) -> Option<KeptRunnable> {
        if object.is_null() {
            return None;
        }
        // SAFETY: an object by the contract of `new`; names end with 0.
        unsafe {
            let class = call!(self, v1_1.GetObjectClass, object);
            let run = call!(self, v1_1.GetMethodID, class, c"run".as_ptr(), c"()V".as_ptr());
            self.forget(class);
            if run.is_null() {
                self.clear_exception();
                return None;
            }
            let object = call!(self, v1_1.NewGlobalRef, object);
            (!object.is_null()).then_some(KeptRunnable { object, run })
        }
    }

    /// Runs a `Runnable`, ignoring exceptions.
    pub fn run(self, runnable: &KeptRunnable) {
        // SAFETY: the method takes no arguments and returns nothing.
        unsafe { call!(self, v1_1.CallVoidMethodA, runnable.object, runnable.run, ptr::null()) };
        self.clear_exception();
    }

    /// A weak reference. `None` for null, or if out of memory.
    pub fn keep_weakly(self, object: jobject) -> Option<WeakReference> {
        if object.is_null() {
            return None;
        }
        // SAFETY: a reference that is valid now.
        let weak = unsafe { call!(self, v1_2.NewWeakGlobalRef, object) };
        if weak.is_null() {
            self.clear_exception();
            return None;
        }
        Some(WeakReference(weak))
    }

    /// Releases a weak reference.
    #[allow(clippy::needless_pass_by_value)] // it must not be used again
    pub fn forget_weak(self, weak: WeakReference) {
        // SAFETY: made by `keep_weakly`, and used no more.
        unsafe { call!(self, v1_2.DeleteWeakGlobalRef, weak.0) };
    }

    /// Releases a local reference before the call returns; null is allowed.
    pub fn forget(self, local: jobject) {
        // SAFETY: a local reference of this call, or null.
        unsafe { call!(self, v1_1.DeleteLocalRef, local) };
    }

    /// Creates a `Class[]` of those classes that still exist, and releases the references; null if out of memory.
    pub fn new_classes(self, classes: Vec<WeakReference>) -> jobjectArray {
        let alive: Vec<jclass> = classes
            .into_iter()
            .map(|weak| {
                // SAFETY: a weak reference; null when its object is gone.
                let class = unsafe { call!(self, v1_2.NewLocalRef, weak.0) };
                self.forget_weak(weak);
                class
            })
            .filter(|class| !class.is_null())
            .collect();
        // SAFETY: the name ends with 0; the array has room for all, and they are classes.
        unsafe {
            let of = call!(self, v1_1.FindClass, c"java/lang/Class".as_ptr());
            let array = if of.is_null() {
                ptr::null_mut()
            } else {
                call!(
                    self,
                    v1_1.NewObjectArray,
                    jint::try_from(alive.len()).unwrap_or(0),
                    of,
                    ptr::null_mut()
                )
            };
            for (index, class) in (0..).zip(alive) {
                if !array.is_null() {
                    call!(self, v1_1.SetObjectArrayElement, array, index, class);
                }
                self.forget(class);
            }
            self.clear_exception();
            array
        }
    }

    /// A `String[]`; null when there is no memory for one.
    pub fn new_strings(self, texts: &[&str]) -> jobjectArray {
        // SAFETY: as above.
        unsafe {
            let of = call!(self, v1_1.FindClass, c"java/lang/String".as_ptr());
            let array = if of.is_null() {
                ptr::null_mut()
            } else {
                call!(
                    self,
                    v1_1.NewObjectArray,
                    jint::try_from(texts.len()).unwrap_or(0),
                    of,
                    ptr::null_mut()
                )
            };
            for (index, text) in (0..).zip(texts) {
                if !array.is_null() {
                    let string = self.new_string(text);
                    call!(self, v1_1.SetObjectArrayElement, array, index, string);
                    self.forget(string);
                }
            }
            self.clear_exception();
            array
        }
    }
}
