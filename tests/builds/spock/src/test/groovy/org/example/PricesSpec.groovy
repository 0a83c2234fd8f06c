package org.example

import org.opentest4j.TestAbortedException
import spock.lang.Ignore
import spock.lang.Requires
import spock.lang.Rollup
import spock.lang.Shared
import spock.lang.Specification

class PricesSpec extends Specification {
    @Shared int currency

    def setupSpec() { currency = Prices.currency() }
    def setup() { Prices.open() }
    def cleanup() { Prices.close() }

    def "the smaller of #a and #b is #c"() {
        expect: Prices.smaller(a, b) == c
        where:
        a | b || c
        1 | 2 || 1
        3 | 2 || 2
        5 | 4 || 5 // it is 4: this iteration fails
    }

    def "from a table"() {
        expect: Prices.rounded(price) == 0
        where: price << Prices.table().toList()
    }

    @Rollup def "rolled up"() {
        expect: Prices.all(price) == price
        where: price << [1, 2, 3]
    }

    def "nothing is left"() {
        when: Prices.none()
        then: thrown(IllegalStateException)
    }

    def "with \"quotes\" and a\ttab it fails"() { expect: Prices.none() == 0 }

    @Ignore def "left out"() { expect: Prices.ignored() == 0 }

    @Requires({ false }) def "not here"() { expect: Prices.ignored() == 0 }

    def "gives up"() {
        when: throw new TestAbortedException("no")
        then: true
    }
}
