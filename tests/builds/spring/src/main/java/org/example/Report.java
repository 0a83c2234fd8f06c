package org.example;

/** Made when it is asked for first: the line is that test's. */
public class Report { // covered by: firstReports
    public String text() {
        return "all is well"; // covered by: firstReports, secondReports
    }
}
