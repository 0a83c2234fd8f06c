/** Class bytes in, class bytes with all mutants of the wanted lines and their list out: a pure function. Loads no class, no input or output. */
package io.faultline.mutants.weave;
