/**
 * The classes that mutated code calls, and the state that controls them. They are the only Faultline classes in the
 * boot loader, so that classes of any loader can resolve them. They use only JDK classes, no threads, no I/O.
 *
 * <h2>How a worker uses it</h2>
 *
 * <pre>
 * Site.throwOnExit = true;                   // once: intercepted exits throw Exited from now on
 *
 * // a plain run: Site.active is 0 and Fuel.left() huge, as at the start
 *
 * // a probe
 * Site.clear();
 * Site.active = Site.PROBING;
 * try { test } finally { Site.active = Site.NONE; }
 * for (int number = 1; number &lt; Site.classes(); number++)
 *     if (Site.touched(number)) record(number, Site.reached(number), Site.infected(number));
 *
 * // the cost of a run
 * Fuel.set(Long.MAX_VALUE); test; long used = Long.MAX_VALUE - Fuel.left();
 *
 * // a verdict
 * Fuel.set(10 * used + 20_000);
 * Site.active = Site.mutant(classNumber, k);
 * try { test } catch (Fuel.Spent | Exited e) { ... } finally { Site.active = Site.NONE; Fuel.refill(); }
 * </pre>
 *
 * {@code Fuel.Spent} and {@code Exited} are errors without a stack trace or cause. Application code may wrap or swallow
 * them; {@code Fuel.spent()} and {@code Site.exits()} still report spent fuel and the number of intercepted exits.
 */
package io.faultline.mutants.boot;
