/**
 * The classes used by instrumented code and woven frameworks: hit chunks, static initialisers, and the session of
 * tests.
 */
package io.faultline.runtime;
