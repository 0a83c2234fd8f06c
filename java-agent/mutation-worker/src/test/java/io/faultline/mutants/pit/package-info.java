/** PIT (pitest.org) as an oracle: another implementation of some of our operators, on a class of a released library. */
package io.faultline.mutants.pit;
