package org.example;

import org.junit.platform.suite.api.SelectMethod;
import org.junit.platform.suite.api.Suite;

/** Runs tests once more. */
@Suite
@SelectMethod("org.example.CageTest#cage")
class SuiteTest {}
