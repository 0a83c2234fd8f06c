package org.example

import io.kotest.core.spec.style.FunSpec
import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.shouldBe
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.withContext

class OrdersSpec : FunSpec({
    beforeSpec { catalogue() }
    afterSpec { closed() }
    beforeEach { beforeEach() }
    test("single") { single() shouldBe 4 }
    test("elsewhere") { withContext(Dispatchers.IO) { elsewhere() shouldBe 5 } }
    context("in a context with / . and \"quotes\"") {
        forContext()
        test("empty") { delay(5); empty() shouldBe 6 }
        for (size in 1..3) test("order of $size") { order(size) }
    }
    test("broken") { broken() }
    test("shown") { Shown(1) shouldBe Shown(2) }
    xtest("left out") { single() }
})

class WordsSpec : StringSpec({
    beforeSpec { catalogue() }
    "a name of words" { words() shouldBe 9 }
})
