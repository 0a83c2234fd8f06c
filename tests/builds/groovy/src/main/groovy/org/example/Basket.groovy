package org.example

import groovy.transform.CompileStatic

/** Groovy's own ways: dynamic calls, closures, a property, a default argument, a string with a hole. */
class Basket {
    List<Integer> prices = [] // covered by: *

    void add(int price, int count = 1) {
        if (price < 0) { // covered by: adds, refuses
            throw new IllegalArgumentException("no price: $price") // covered by: refuses
        }
        count.times { // covered by: adds
            prices << price // covered by: adds
        }
    } // covered by: adds

    int total() {
        prices.inject(0) { sum, price -> // covered by: adds, labels, asserted
            sum + price // covered by: adds
        }
    }

    String toString() {
        "basket of ${prices.size()}"
    }

    String label(boolean polite) {
        def start = polite ? // covered by: labels
            'please pay ' :
            'pay '
        "$start${total()}" // covered by: labels
    }

    @CompileStatic
    static int half(int number) {
        int result = number // covered by: halves
        while (result > 10) { // covered by: halves
            result = result.intdiv(2) as int // covered by: halves
        }
        return result // covered by: halves
    }
}
