/**
 * Creates variants of failing tests by editing their syntax trees in a copy of their class and compiling them in bulk.
 *
 * <p>{@link Grow} is the program. A {@link Finder} finds a test and its source, {@link Assertions} recognises its
 * assertions, {@link Split} and {@link Slice} reduce it to one of them, and {@link Sites} are the places where it can
 * be edited, with one class per kind of edit. {@link Variants} chooses variants; {@link Growing} compiles them and
 * removes those that do not compile.
 */
package io.faultline.amplify.grow;
