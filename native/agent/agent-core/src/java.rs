//! Reads Java values through the raw JNI table.
//!
//! The accessors of the `jni` crate look classes up, check for exceptions at every step and, in 0.22.4, also inside critical
//! sections, which `-Xcheck:jni` rightly reports.

use std::ptr;

use jni::strings::JNIStr;
use jni::sys::{JNIEnv, jclass, jint, jintArray, jlongArray, jobject, jobjectArray, jstring};

/// The JNI functions of the current thread.
///
/// All methods take references as they come from Java. Null is allowed where the result is an `Option`; otherwise callers
/// must not pass it.
#[derive(Clone, Copy, Debug)]
pub struct Jni(*mut JNIEnv);

macro_rules! call {
    ($jni:expr, $version:ident . $function:ident $(, $argument:expr)*) => {
        ((**$jni.0).$version.$function)($jni.0 $(, $argument)*)
    };
}

#[cfg(feature = "fitness")]
mod arrays;
mod classes;
mod references;

pub use references::{KeptRunnable, WeakReference};

impl Jni {
    /// The functions behind an environment.
    ///
    /// # Safety
    /// `env` must be what a native method of this thread was called with, and must be used
    /// only until that method returns, with references of the types that the methods name.
    pub unsafe fn new(env: *mut JNIEnv) -> Self {
        Self(env)
    }

    /// The text of a string, lone surrogates replaced by U+FFFD; `None` for null.
    pub fn string(self, string: jstring) -> Option<String> {
        if string.is_null() {
            return None;
        }
        // SAFETY: a string reference by the contract of `new`; the buffer has room for the
        // region, which is within the string's length.
        let units = unsafe {
            let length = call!(self, v1_1.GetStringLength, string);
            let mut units = Vec::<u16>::with_capacity(length as usize);
            call!(self, v1_2.GetStringRegion, string, 0, length, units.as_mut_ptr());
            units.set_len(length as usize);
            units
        };
        Some(String::from_utf16_lossy(&units))
    }

    /// The texts of strings, null as empty; otherwise as [`Jni::string`].
    pub fn texts<const N: usize>(self, strings: [jstring; N]) -> [String; N] {
        strings.map(|string| self.string(string).unwrap_or_default())
    }

    /// The strings of an array, null elements as empty; `None` for null.
    pub fn strings(self, array: jobjectArray) -> Option<Vec<String>> {
        let length = self.count(array)?;
        let mut strings = Vec::with_capacity(length as usize);
        for index in 0..length {
            // SAFETY: an array of strings by the contract of `new`, and the index is in it.
            // Each reference is given back at once: a stack trace has more elements than a
            // native method may hold references.
            unsafe {
                let element = call!(self, v1_1.GetObjectArrayElement, array, index);
                self.clear_exception();
                strings.push(self.string(element).unwrap_or_default());
                call!(self, v1_1.DeleteLocalRef, element);
            }
        }
        Some(strings)
    }

    /// The numbers of an array; `None` for null.
    pub fn ints(self, array: jintArray) -> Option<Vec<i32>> {
        let length = self.count(array)?;
        let mut ints = vec![0; length as usize];
        // SAFETY: an `int[]` by the contract of `new`; the buffer has the array's length.
        unsafe { call!(self, v1_1.GetIntArrayRegion, array, 0, length, ints.as_mut_ptr()) };
        Some(ints)
    }

    /// The bytes of an array; `None` for null.
    pub fn bytes(self, array: jobject) -> Option<Vec<u8>> {
        let length = self.count(array)?;
        let mut bytes = vec![0; length as usize];
        let start = bytes.as_mut_ptr().cast();
        // SAFETY: a `byte[]` by the contract of `new`; the buffer has the array's length.
        unsafe { call!(self, v1_1.GetByteArrayRegion, array, 0, length, start) };
        Some(bytes)
    }

    /// A new array with these bytes; null if the JVM has no room for it.
    pub fn new_bytes(self, bytes: &[u8]) -> jobject {
        let Ok(length) = jint::try_from(bytes.len()) else { return ptr::null_mut() };
        // SAFETY: the array, unless it is null, has the length of `bytes`. An exception that says why it is null is cleared
        // before the native method returns.
        unsafe {
            let array = call!(self, v1_1.NewByteArray, length);
            if array.is_null() {
                self.clear_exception();
            } else {
                call!(self, v1_1.SetByteArrayRegion, array, 0, length, bytes.as_ptr().cast());
            }
            array
        }
    }

    /// The length of an array; `None` for null.
    pub fn length(self, array: jobject) -> Option<usize> {
        self.count(array).map(|count| count as usize)
    }

    fn count(self, array: jobject) -> Option<jint> {
        // SAFETY: an array by the contract of `new`, and not null.
        (!array.is_null()).then(|| unsafe { call!(self, v1_1.GetArrayLength, array) })
    }

    /// The JVM's arguments as it parsed them: argument files expanded, class path and main class omitted. `None` on Java 8,
    /// which does not provide them.
    pub fn runtime_arguments(self) -> Option<Vec<String>> {
        let (class, method) = (c"jdk/internal/misc/VM", c"getRuntimeArguments");
        let descriptor = c"()[Ljava/lang/String;";
        // SAFETY: names end with 0; looked-up ids are used only in this call, without a pending exception, and references
        // are released.
        unsafe {
            let class = call!(self, v1_1.FindClass, class.as_ptr());
            if class.is_null() {
                self.clear_exception();
                return None;
            }
            let id = call!(self, v1_1.GetStaticMethodID, class, method.as_ptr(), descriptor.as_ptr());
            let array = if id.is_null() {
                ptr::null_mut()
            } else {
                call!(self, v1_1.CallStaticObjectMethodA, class, id, ptr::null())
            };
            self.clear_exception();
            let arguments = self.strings(array);
            call!(self, v1_1.DeleteLocalRef, class);
            if !array.is_null() {
                call!(self, v1_1.DeleteLocalRef, array);
            }
            arguments
        }
    }

    /// A new Java string; null when there is no memory for one.
    pub fn new_string(self, text: &str) -> jstring {
        let units: Vec<u16> = text.encode_utf16().collect();
        let length = jint::try_from(units.len()).unwrap_or(0);
        // SAFETY: the pointer is valid for the given number of units.
        let string = unsafe { call!(self, v1_1.NewString, units.as_ptr(), length) };
        if string.is_null() {
            self.clear_exception();
        }
        string
    }

    /// A new `long[]`; null when there is no memory for one.
    pub fn new_longs(self, values: &[i64]) -> jlongArray {
        let length = jint::try_from(values.len()).unwrap_or(0);
        // SAFETY: the region is the whole of the new array and of `values`.
        unsafe {
            let array = call!(self, v1_1.NewLongArray, length);
            if array.is_null() {
                self.clear_exception();
            } else {
                call!(self, v1_1.SetLongArrayRegion, array, 0, length, values.as_ptr());
            }
            array
        }
    }

    /// Defines a class of the boot loader. Errors: null, with the reason as pending exception.
    pub fn define_boot_class(self, name: &JNIStr, bytes: &[u8]) -> jclass {
        let length = jint::try_from(bytes.len()).unwrap_or(0);
        let (name, loader, bytes) = (name.as_ptr(), ptr::null_mut(), bytes.as_ptr().cast());
        // SAFETY: the name ends with 0, and `bytes` is valid for `length`.
        unsafe { call!(self, v1_1.DefineClass, name, loader, bytes, length) }
    }

    /// Clears a pending exception: nothing of ours is thrown into the host.
    pub fn clear_exception(self) {
        // SAFETY: both functions may be called with and without a pending exception.
        unsafe {
            if call!(self, v1_2.ExceptionCheck) {
                call!(self, v1_1.ExceptionClear);
            }
        }
    }

    /// Keeps a hit array alive forever. `None` for null, or if out of memory.
    pub fn keep(self, array: jobject) -> Option<HitArray> {
        // SAFETY: a reference that is valid now, or null, which gives null.
        let global = unsafe { call!(self, v1_1.NewGlobalRef, array) };
        (!global.is_null()).then_some(HitArray(global))
    }
}

impl Jni {
    /// Calls `body` with each non-null array of a `byte[][]` and its position; the array is valid only during that call.
    pub fn each_array(self, arrays: jobjectArray, mut body: impl FnMut(u32, &HitArray, usize)) {
        let count = self.count(arrays).unwrap_or(0);
        for index in 0..count {
            // SAFETY: an array of arrays by the contract of `new`, and the index is in it. The
            // reference is given back after its last use.
            unsafe {
                let element = HitArray(call!(self, v1_1.GetObjectArrayElement, arrays, index));
                self.clear_exception();
                if let Some(length) = self.length(element.0) {
                    body(index.cast_unsigned(), &element, length);
                    call!(self, v1_1.DeleteLocalRef, element.0);
                }
            }
        }
    }
}

/// A hit array that the collector may move but not free.
#[derive(Debug)]
pub struct HitArray(jobject);

// SAFETY: a global reference may be used from any thread.
unsafe impl Send for HitArray {}

#[cfg(test)]
impl HitArray {
    /// A placeholder that must not be used.
    pub fn nowhere() -> Self {
        Self(ptr::null_mut())
    }
}

/// The bytes of a hit array, pinned by a critical section.
///
/// No allocation, no lock and no other JNI call may happen while one exists.
#[derive(Debug)]
pub struct Critical<'a> {
    jni: Jni,
    array: &'a HitArray,
    start: *mut u8,
}

impl<'a> Critical<'a> {
    /// Begins the critical section; `None` if the JVM is out of memory.
    pub fn enter(jni: Jni, array: &'a HitArray) -> Option<Self> {
        // SAFETY: a reference to a `byte[]` that outlives this; null asks for no copy flag.
        let start = unsafe { call!(jni, v1_2.GetPrimitiveArrayCritical, array.0, ptr::null_mut()) };
        if start.is_null() {
            jni.clear_exception();
            return None;
        }
        Some(Self { jni, array, start: start.cast() })
    }

    /// The first byte of the array.
    pub fn start(&self) -> *mut u8 {
        self.start
    }
}

impl Drop for Critical<'_> {
    fn drop(&mut self) {
        // SAFETY: ends the section that `enter` began, writing back if the JVM made a copy.
        unsafe {
            call!(self.jni, v1_2.ReleasePrimitiveArrayCritical, self.array.0, self.start.cast(), 0);
        }
    }
}
