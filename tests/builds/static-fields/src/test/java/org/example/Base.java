package org.example;

/** Initialised once, by the first test of either subclass. */
abstract class Base {
    static final Object INHERITED = Values.inherited();
}
