"""A client by the Model Context Protocol's Python SDK: asks a server about real builds, and checks what comes back.

client.py calls PROGRAM PROJECT    records a build and calls every tool
client.py cancel PROGRAM PROJECT   cancels a build whose test hangs, then asks about that test

The first failed check ends it with a traceback and exit code 1.
"""

import asyncio
import json
import os
import sys
import time
from pathlib import Path

import jsonschema
from mcp import Client, StdioServerParameters

BOUND = 20_000
# Seconds; more than a build of these takes.
LONG = 300
TOOLS = ["record", "suspects", "explain", "covering_tests", "diff_tests", "select_tests", "suite"]


def server(program, project, environment):
    return StdioServerParameters(command=program, args=["mcp"], cwd=project, env=environment)


class Session:
    """A client that knows the declared schemata."""

    def __init__(self, client, tools):
        self.client = client
        self.tools = {tool.name: tool for tool in tools}

    async def call(self, tool, progress=None, **arguments):
        """The structured result, held against the schema that the tool declares."""
        jsonschema.validate(arguments, self.tools[tool].input_schema)
        result = await self.client.call_tool(tool, arguments, progress_callback=progress)
        assert not result.is_error, result
        jsonschema.validate(result.structured_content, self.tools[tool].output_schema)
        [text] = result.content
        assert json.loads(text.text) == result.structured_content, text
        assert len(text.text.encode()) <= BOUND, (tool, len(text.text))
        return result.structured_content

    async def error(self, tool, **arguments):
        """The sentence of a call that cannot be answered."""
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, result
        [text] = result.content
        assert len(text.text.splitlines()) == 1, text
        return text.text


async def calls(program, project, environment):
    """Every tool on tests/builds/junit4, recorded by the server."""
    before = set(Path(project).iterdir())
    async with Client(server(program, project, environment)) as client:
        listed = (await client.list_tools()).tools
        assert [tool.name for tool in listed] == TOOLS, listed
        assert [tool.name for tool in listed if not tool.annotations.read_only_hint] == ["record"]
        session = Session(client, listed)

        told = []

        async def progress(done, total, message):
            told.append((done, message))

        error = await session.error("suspects")
        assert error.endswith("record the tests first with the tool record"), error
        recorded = await session.call("record", progress, command=["mvn", "-B", "-ntp", "test"])
        assert recorded["exit_code"] == 1, recorded
        tests = {"passed": 10, "failed": 5, "aborted": 1, "skipped": 2}
        assert recorded["tests"] == tests and recorded["tests_total"] == 18, recorded
        assert recorded["recording"] == ".faultline" and len(recorded["failed"]) == 5, recorded
        screen = recorded["screen"].splitlines()
        assert screen[0].startswith("org.example.CalculatorTest#") and screen[0].endswith(" failed, and 1 more test alike"), screen
        assert screen[1:3] == ["  java.lang.ArithmeticException", "  message: / by zero"], screen
        assert any(line.startswith("failed at src/test/java/org/example/CalculatorTest.java:") for line in screen)
        [first] = [line for line in screen if line.startswith("suspect 1: ")]
        assert "Calculator.divide src/main/java/org/example/Calculator.java:" in first, screen
        assert any("quotient = a / b;" in line for line in screen) and len(screen) < 60, screen
        assert len([line for line in screen if line.startswith("also failed, group ")]) == 3, screen
        brief = await session.call("record", command=["mvn", "-B", "-ntp", "test"], budget_lines=12)
        assert len(brief["screen"].splitlines()) <= 12 and "suspect 1: " in brief["screen"], brief

        assert len(told) >= 2 and told == sorted(told, key=lambda of: of[0]), told
        assert all("finished" in message for _, message in told), told
        new = {path.name for path in set(Path(project).iterdir()) - before}
        assert new == {".faultline", "target"}, f"the build writes target, the server .faultline: {new}"

        suspects = await session.call("suspects")
        assert suspects["tests"] == tests and suspects["groups_total"] == recorded["groups_total"] == 4
        first = suspects["suspects"][0]
        assert first["method"] == "Calculator.divide(int, int)", suspects
        assert (first["ef"], first["ep"], first["nf"], first["np"]) == (2, 2, 0, 8), first
        assert first["file"] == "src/main/java/org/example/Calculator.java", first
        assert suspects["summary"].startswith("Most likely Calculator.divide, line 13 ("), suspects

        paged, offset = [], 0
        while offset is not None:
            page = await session.call("suspects", level="line", limit=9, offset=offset)
            paged += [(of["class"], of["line"]) for of in page["suspects"]]
            offset = page["page"].get("next_offset")
        assert len(paged) == page["page"]["total"] == 38 and len(set(paged)) == 38, paged

        explained = await session.call("explain", method="Calculator.divide")
        [place] = explained["groups"]
        assert (place["rank"], place["ef"], place["ep"]) == (1, 2, 2), place
        assert explained["ran_by"] == {"passed": 2, "failed": 2, "aborted": 0, "skipped": 0}, explained
        assert any(of.get("failing") == 2 and "a / b" in of["code"] for of in explained["source"]), explained

        covering = await session.call("covering_tests", target="Calculator.java:13")
        assert [test["outcome"] for test in covering["tests"]] == ["failed", "failed", "passed", "passed"]
        assert "operations++" in covering["code"], covering
        diff = await session.call("diff_tests", test="FixtureTest#fails")
        assert diff["test"]["outcome"] == "failed" and diff["other"]["outcome"] == "passed", diff
        assert diff["only_test"] + diff["only_other"] == sum(len(of["lines"]) for of in diff["places"]) > 0, diff
        same = await session.call("diff_tests", test="CalculatorTest#dividesByZero")
        assert same["likeness"] == 1 and "exactly the same lines" in same["summary"], same
        chosen = await session.call("select_tests", limit=3, failing=["CalculatorTest#dividesByZero"])
        assert len(chosen["chosen"]) == 3 and chosen["candidates"] == 10, chosen
        suite = await session.call("suite")
        assert suite["suite"]["tests"] == 15 and suite["groups"], suite
        classes = await session.call("suite", list="classes")
        assert {part["name"] for part in classes["parts"]} >= {"org.example.Calculator"}, classes

        assert "unknown field" in await session.error("suspects", lines=3)
        assert "no recorded test is called" in await session.error("diff_tests", test="NoTest#none")
        assert (await session.call("suspects"))["suspects"], "an error ends nothing"


async def cancel(program, project, environment):
    """A test of tests/hang waits for ever; hangs.txt is there as soon as it does."""
    async with Client(server(program, project, environment)) as client:
        session = Session(client, (await client.list_tools()).tools)
        command = ["mvn", "-B", "-ntp", "test"]
        build = asyncio.create_task(client.call_tool("record", {"command": command}))
        while not (Path(project) / "hangs.txt").exists():
            assert not build.done(), build.result()
            await asyncio.sleep(0.05)
        build.cancel()
        try:
            await build
            raise AssertionError("a cancelled call has no result")
        except asyncio.CancelledError:
            pass
        # The test that passed before is there as soon as the build has ended.
        begin = time.monotonic()
        while True:
            assert time.monotonic() - begin < 60, "the build goes on"
            running = await client.call_tool("record", {"command": ["no-such-command"]})
            if "another `faultline run`" not in running.content[0].text:
                break
            await asyncio.sleep(0.1)
        suspects = await session.call("suspects", failing=["WaiterTest#hangs"], level="line")
        assert [of["line"] for of in suspects["suspects"][:2]] == [10, 11], suspects


def main():
    scenario, program, project = sys.argv[1:]
    environment = dict(os.environ)
    asked = {"calls": calls, "cancel": cancel}[scenario](program, project, environment)
    asyncio.run(asyncio.wait_for(asked, LONG))
    print("ok")


if __name__ == "__main__":
    main()
