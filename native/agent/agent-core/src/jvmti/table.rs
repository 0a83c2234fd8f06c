//! The JVMTI functions used, by index in the environment's function table.
//!
//! The specification fixes these indices, the order of capabilities and the numbers of events
//! from JVMTI 1.0 on. Source: JVM Tool Interface 1.2, "Function Index" and "Event Index".

use std::ffi::{CStr, c_char, c_void};
use std::ptr::null_mut;

use jni::sys::{JNI_OK, JavaVM, jclass, jint, jlong, jmethodID, jobject};

/// JVMTI 1.2, which every JVM since Java 6 has.
const VERSION: jint = 0x3001_0200;
/// Size of the function table of that version.
const SLOTS: usize = 156;

/// A JVMTI environment, as passed by the JVM.
pub type RawEnvironment = *mut *const [*const c_void; SLOTS];

/// An optional feature of a JVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    /// Numbers attached to objects; in `HotSpot` available at any time.
    Tags = 0,
    /// The code of methods; available at any time.
    Bytecodes = 3,
    /// Line tables of methods; available at any time.
    LineNumbers = 12,
    /// Events for thrown exceptions; in `HotSpot` available only before the JVM starts.
    ExceptionEvents = 17,
    /// The constants of classes; available at any time.
    ConstantPools = 35,
}

/// A JVMTI event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The JVM ends.
    VmDeath = 51,
    /// A class file is about to be defined.
    ClassFileLoadHook = 54,
    /// A class has been linked; none of its code has run.
    ClassPrepare = 56,
    /// An exception was thrown.
    Exception = 58,
}

/// The JVMTI functions of this JVM. Errors: JVMTI's codes.
#[derive(Clone, Copy, Debug)]
pub struct Jvmti(RawEnvironment);

// SAFETY: JVMTI functions may be called from any thread.
unsafe impl Send for Jvmti {}
// SAFETY: as above.
unsafe impl Sync for Jvmti {}

macro_rules! call {
    ($jvmti:expr, $place:literal, ($($type:ty),*), $($argument:expr),*) => {{
        let function: unsafe extern "system" fn(RawEnvironment $(, $type)*) -> jint =
            std::mem::transmute((**$jvmti.0)[$place - 1]);
        function($jvmti.0 $(, $argument)*)
    }};
}

fn checked(code: jint) -> Result<(), jint> {
    if code == 0 { Ok(()) } else { Err(code) }
}

impl Jvmti {
    /// A new environment; `None` where the JVM has no JVMTI.
    ///
    /// # Safety
    /// `vm` must be the JVM of this process.
    pub unsafe fn of(vm: *mut JavaVM) -> Option<Self> {
        let mut environment = null_mut();
        // SAFETY: a live JVM by contract.
        let code = unsafe { ((**vm).v1_2.GetEnv)(vm, &raw mut environment, VERSION) };
        (code == JNI_OK && !environment.is_null()).then(|| Self(environment.cast()))
    }

    /// The functions of an environment passed to a callback.
    ///
    /// # Safety
    /// It must come from the JVM.
    pub unsafe fn from_callback(environment: RawEnvironment) -> Self {
        Self(environment)
    }

    /// Requests a capability.
    pub fn add(self, capability: Capability) -> Result<(), jint> {
        let mut bits = [0_u32; 4];
        let bit = capability as usize;
        bits[bit / 32] |= 1 << (bit % 32);
        // SAFETY: a `jvmtiCapabilities`: 16 bytes of bits, in the order of the specification.
        checked(unsafe { call!(self, 142, (*const [u32; 4]), &raw const bits) })
    }

    /// Sets the callbacks; the first is that of event 50.
    pub fn set_callbacks(self, callbacks: &'static Callbacks) -> Result<(), jint> {
        let size = jint::try_from(size_of_val(&callbacks.0)).unwrap_or(0);
        // SAFETY: the table is never freed, and JVMTI reads no more than `size` of it.
        checked(unsafe { call!(self, 122, (*const c_void, jint), callbacks.0.as_ptr().cast(), size) })
    }

    /// Turns an event on or off, for all threads.
    pub fn enable(self, event: Event, on: bool) -> Result<(), jint> {
        // SAFETY: this is the table's only variadic C function, called without variable arguments; a null thread means all
        // threads.
        checked(unsafe {
            let function: unsafe extern "C" fn(RawEnvironment, jint, jint, jobject, ...) -> jint =
                std::mem::transmute((**self.0)[1]);
            function(self.0, jint::from(on), event as jint, null_mut())
        })
    }

    /// The loader of a class as a local reference, null for the boot loader.
    pub fn class_loader(self, class: jclass) -> Result<jobject, jint> {
        let mut loader = null_mut();
        // SAFETY: a class as it came from the JVM.
        checked(unsafe { call!(self, 57, (jclass, *mut jobject), class, &raw mut loader) })?;
        Ok(loader)
    }

    /// The number attached to an object; 0 for none.
    pub fn tag(self, object: jobject) -> Result<jlong, jint> {
        let mut tag = 0;
        // SAFETY: an object as it came from the JVM.
        checked(unsafe { call!(self, 106, (jobject, *mut jlong), object, &raw mut tag) })?;
        Ok(tag)
    }

    /// Attaches a number to an object, without keeping the object alive.
    pub fn set_tag(self, object: jobject, tag: jlong) -> Result<(), jint> {
        // SAFETY: an object as it came from the JVM.
        checked(unsafe { call!(self, 107, (jobject, jlong), object, tag) })
    }

    /// `La/B;`, in modified UTF-8.
    pub fn signature(self, class: jclass) -> Result<Vec<u8>, jint> {
        let mut text = null_mut();
        let none = null_mut::<*mut c_char>();
        // SAFETY: a class as it came from the JVM; the generic signature is not asked for.
        unsafe {
            checked(call!(
                self,
                48,
                (jclass, *mut *mut c_char, *mut *mut c_char),
                class,
                &raw mut text,
                none
            ))?;
            Ok(self.take_text(text))
        }
    }

    /// The methods that a class declares.
    pub fn methods(self, class: jclass) -> Result<Vec<jmethodID>, jint> {
        let (mut count, mut methods) = (0, null_mut());
        // SAFETY: a class as it came from the JVM.
        unsafe {
            let code = call!(
                self,
                52,
                (jclass, *mut jint, *mut *mut jmethodID),
                class,
                &raw mut count,
                &raw mut methods
            );
            checked(code)?;
            Ok(self.take_list(methods, count))
        }
    }

    /// The lines of a method with their start positions.
    pub fn lines(self, method: jmethodID) -> Result<Vec<(i64, i32)>, jint> {
        /// `jvmtiLineNumberEntry`
        #[repr(C)]
        #[derive(Clone, Copy)]
        struct Entry {
            start: jlong,
            line: jint,
        }
        let (mut count, mut entries) = (0, null_mut::<Entry>());
        // SAFETY: a method as it came from the JVM.
        unsafe {
            let code = call!(
                self,
                70,
                (jmethodID, *mut jint, *mut *mut Entry),
                method,
                &raw mut count,
                &raw mut entries
            );
            checked(code)?;
            Ok(self.take_list(entries, count).into_iter().map(|entry| (entry.start, entry.line)).collect())
        }
    }

    /// The code of a method, with the numbers of the constants as in [`Jvmti::constants`].
    pub fn bytecodes(self, method: jmethodID) -> Result<Vec<u8>, jint> {
        let (mut count, mut code) = (0, null_mut::<u8>());
        // SAFETY: a method as it came from the JVM.
        unsafe {
            checked(call!(
                self,
                75,
                (jmethodID, *mut jint, *mut *mut u8),
                method,
                &raw mut count,
                &raw mut code
            ))?;
            Ok(self.take_list(code, count))
        }
    }

    /// The constants of a class as in a class file: their number, including the unused one, and their bytes.
    pub fn constants(self, class: jclass) -> Result<(usize, Vec<u8>), jint> {
        let (mut count, mut length, mut bytes) = (0, 0, null_mut::<u8>());
        // SAFETY: a class as it came from the JVM.
        unsafe {
            checked(call!(
                self,
                146,
                (jclass, *mut jint, *mut jint, *mut *mut u8),
                class,
                &raw mut count,
                &raw mut length,
                &raw mut bytes
            ))?;
            Ok((usize::try_from(count).unwrap_or(0), self.take_list(bytes, length)))
        }
    }

    /// The name of a method, in modified UTF-8.
    pub fn method_name(self, method: jmethodID) -> Result<Vec<u8>, jint> {
        let mut text = null_mut();
        let none = null_mut::<*mut c_char>();
        // SAFETY: a method as it came from the JVM; only the name is asked for.
        unsafe {
            let code = call!(
                self,
                64,
                (jmethodID, *mut *mut c_char, *mut *mut c_char, *mut *mut c_char),
                method,
                &raw mut text,
                none,
                none
            );
            checked(code)?;
            Ok(self.take_text(text))
        }
    }

    /// The class that declares a method, as a local reference.
    pub fn declaring_class(self, method: jmethodID) -> Result<jclass, jint> {
        let mut class = null_mut();
        // SAFETY: a method as it came from the JVM.
        checked(unsafe { call!(self, 65, (jmethodID, *mut jclass), method, &raw mut class) })?;
        Ok(class)
    }

    /// Copies a text allocated by JVMTI and frees it.
    ///
    /// # Safety
    /// `text` must be JVMTI's, or null.
    unsafe fn take_text(self, text: *mut c_char) -> Vec<u8> {
        if text.is_null() {
            return Vec::new();
        }
        // SAFETY: it ends with 0, and is used no more after this.
        unsafe {
            let copy = CStr::from_ptr(text).to_bytes().to_vec();
            self.deallocate(text.cast());
            copy
        }
    }

    /// Copies a list allocated by JVMTI and frees it.
    ///
    /// # Safety
    /// `list` must be JVMTI's, of that many elements, or null.
    unsafe fn take_list<T: Copy>(self, list: *mut T, count: jint) -> Vec<T> {
        if list.is_null() {
            return Vec::new();
        }
        // SAFETY: by contract; it is used no more after this.
        unsafe {
            let copy = std::slice::from_raw_parts(list, count.max(0) as usize).to_vec();
            self.deallocate(list.cast());
            copy
        }
    }

    /// # Safety
    /// `memory` must be JVMTI's.
    unsafe fn deallocate(self, memory: *mut u8) {
        // SAFETY: by contract.
        unsafe { call!(self, 47, (*mut u8), memory) };
    }
}

/// Callbacks by event number, starting at 50.
#[derive(Debug)]
pub struct Callbacks(pub [*const c_void; 9]);

// SAFETY: addresses of functions, never changed.
unsafe impl Sync for Callbacks {}
