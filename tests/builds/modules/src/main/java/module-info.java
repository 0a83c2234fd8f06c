/** A module whose package is seen by nobody: the tests are patched into it. */
module org.example {
}
