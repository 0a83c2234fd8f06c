/** Surefire puts this module on the module path and patches the tests into it. */
module org.example.modular {
    exports org.example.modular;
}
