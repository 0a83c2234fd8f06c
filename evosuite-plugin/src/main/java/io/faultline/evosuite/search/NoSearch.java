package io.faultline.evosuite.search;

import org.evosuite.rmi.ClientServices;
import org.evosuite.rmi.service.ClientState;
import org.evosuite.statistics.RuntimeVariable;
import org.evosuite.strategy.TestGenerationStrategy;
import org.evosuite.testsuite.TestSuiteChromosome;

/** Replaces a search that cannot be guided: reports the reason, and generates nothing. */
final class NoSearch extends TestGenerationStrategy {
    private final String sentence;

    NoSearch(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public TestSuiteChromosome generateTests() {
        ClientServices.getInstance().getClientNode().changeState(ClientState.SEARCH);
        Log.say("no tests are generated: " + sentence);
        ClientServices.getInstance().getClientNode().trackOutputVariable(RuntimeVariable.Total_Goals, 0);
        return new TestSuiteChromosome();
    }
}
