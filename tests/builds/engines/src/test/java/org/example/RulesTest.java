package org.example;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.example")
class RulesTest {
    @ArchTest
    static final ArchRule kept =
            noClasses().that().haveSimpleName("Account").should().dependOnClassesThat().resideInAPackage("java.sql..");

    @ArchTest
    static final ArchRule broken = classes().that().haveSimpleName("Account").should().beInterfaces();
}
