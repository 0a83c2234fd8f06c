/**
 * What variants of a test call: where the test asserted, they show what they see.
 *
 * <p>It lies on the application's class path. Whoever runs variants says when one begins ({@link Observed#begin}) and takes what it
 * showed ({@link Observed#end}).
 */
package io.faultline.amplify.observe;
