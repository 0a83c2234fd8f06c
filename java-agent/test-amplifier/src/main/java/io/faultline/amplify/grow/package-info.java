/**
 * Grows variants of failing tests: edits of their syntax trees in a copy of their class, compiled in bulk.
 *
 * <p>{@link Grow} is the program. A {@link Finder} finds the test and its source, {@link Assertions} what it asserts,
 * {@link Splits} and {@link Slices} keep one assertion of it, {@link Sites} are the places where it can be edited (one class per kind
 * of edit), {@link Candidates} chooses, {@link Bulk} compiles and leaves out what does not compile.
 */
package io.faultline.amplify.grow;
