/**
 * The methods that variants of a test call in place of assertions, to record actual values.
 *
 * <p>The package is on the application's class path. The runner of variants calls {@link Observed#begin} before each
 * and {@link Observed#end} after it.
 */
package io.faultline.amplify.observe;
