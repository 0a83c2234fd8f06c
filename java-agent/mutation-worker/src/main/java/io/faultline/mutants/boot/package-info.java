/**
 * What mutated code calls, and what leads it: the only classes of ours in the boot loader, so that the classes of any loader find
 * them. JDK classes only, no thread, no input or output, no lock.
 *
 * <h2>How a worker uses it</h2>
 *
 * <pre>
 * Site.throwOnExit = true;                   // once: System.exit and its kin throw Exited from now on
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
 * // what a run costs
 * Fuel.set(Long.MAX_VALUE); test; long used = Long.MAX_VALUE - Fuel.left();
 *
 * // a verdict
 * Fuel.set(10 * used + 20_000);
 * Site.active = Site.mutant(classNumber, k);
 * try { test } catch (Fuel.Spent | Exited e) { ... } finally { Site.active = Site.NONE; Fuel.refill(); }
 * </pre>
 *
 * {@code Fuel.Spent} and {@code Exited} are errors without a stack trace or cause; application code may wrap or swallow them:
 * {@code Fuel.spent()} says that the fuel has run out whatever came of the error, {@code Site.exits()} counts the exits asked for.
 */
package io.faultline.mutants.boot;
