/** What instrumented code and woven frameworks touch: hit chunks, static initialisers, and the session of tests. */
package io.faultline.runtime;
