//! Number arrays of guided searches.

use jni::sys::{jdoubleArray, jint, jlongArray, jobject};

use super::Jni;

impl Jni {
    /// A new `double[]`; null when there is no memory for one.
    pub fn new_doubles(self, values: &[f64]) -> jdoubleArray {
        let length = jint::try_from(values.len()).unwrap_or(0);
        // SAFETY: the region is the whole of the new array and of `values`.
        unsafe {
            let array = call!(self, v1_1.NewDoubleArray, length);
            if array.is_null() {
                self.clear_exception();
            } else {
                call!(self, v1_1.SetDoubleArrayRegion, array, 0, length, values.as_ptr());
            }
            array
        }
    }

    /// Fills `words` from a `long[]` of equal length; false if the length differs, or for null.
    pub fn read_longs(self, array: jlongArray, words: &mut [u64]) -> bool {
        let Some(length) = self.of_length(array, words.len()) else { return false };
        let start = words.as_mut_ptr().cast();
        // SAFETY: a `long[]` by the contract of `new`, of the length of `words`.
        unsafe { call!(self, v1_1.GetLongArrayRegion, array, 0, length, start) };
        true
    }

    /// Fills `words` from a `long[]` of at least `least` elements; false if it is shorter, or for null.
    pub fn longs(self, array: jlongArray, least: usize, words: &mut Vec<u64>) -> bool {
        let Some(count) = self.count(array).filter(|&count| count as usize >= least) else { return false };
        words.resize(count as usize, 0);
        self.read_longs(array, words)
    }

    /// Fills a `long[]` of equal length; false if the length differs, or for null.
    pub fn set_longs(self, array: jlongArray, values: &[i64]) -> bool {
        let Some(length) = self.of_length(array, values.len()) else { return false };
        // SAFETY: a `long[]` by the contract of `new`, of the length of `values`.
        unsafe { call!(self, v1_1.SetLongArrayRegion, array, 0, length, values.as_ptr()) };
        true
    }

    /// The length of an array if it equals `length`.
    fn of_length(self, array: jobject, length: usize) -> Option<jint> {
        self.count(array).filter(|&count| count as usize == length)
    }
}
