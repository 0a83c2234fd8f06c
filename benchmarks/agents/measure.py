"""Calls and text until an agent's client has seen the faulty line, over red builds of the faults benchmark.

measure.py PROGRAM BUILDS FAULT...

PROGRAM is `faultline`; BUILDS is the folder `builds` of `faultline-benchmarks faults build`; FAULT names folders in it. Needs the
Python SDK of the Model Context Protocol (tests/mcp/requirements.txt), and each build run once online.

The client asks as the tools' descriptions advise: record, then suspects, then explain for each suspect in their order. It ends with
the first answer that shows a faulty line (`faulty-lines.tsv`) with its code. Text is counted in characters; four are about a token. A client
that only reads the screen of `record` needs one call. Prints a row per fault, tab-separated.
"""

import asyncio
import os
import shutil
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters

COMMAND = ["mvn", "-o", "-B", "-ntp", "-q", "test"]
# Seconds; more than a build of these takes.
LONG = 900
SUSPECTS = 20


def faulty(build):
    """The faulty lines, as (number, code without blanks around it)."""
    wanted = set()
    for row in (build / "faulty-lines.tsv").read_text().splitlines():
        name, number = row.split("\t")
        path = build / "src/main/java" / (name.replace(".", "/").split("$")[0] + ".java")
        wanted.add((int(number), path.read_text(errors="replace").splitlines()[int(number) - 1].strip()))
    return wanted


def shows(value, wanted):
    """Whether a result has a line of code with its number among those wanted."""
    if isinstance(value, dict):
        if (value.get("line"), str(value.get("code", "")).strip()) in wanted:
            return True
        return any(shows(item, wanted) for item in value.values())
    if isinstance(value, list):
        return any(shows(item, wanted) for item in value)
    if isinstance(value, str) and "\n" in value:
        for line in value.splitlines():
            words = line.lstrip("> ").split(" ", 1)
            if len(words) == 2 and words[0].isdigit() and (int(words[0]), words[1].strip()) in wanted:
                return True
    return False


async def measured(program, build):
    wanted = faulty(build)
    calls, characters = 0, 0
    shutil.rmtree(build / ".faultline", ignore_errors=True)
    server = StdioServerParameters(command=program, args=["mcp"], cwd=str(build), env=dict(os.environ))
    async with Client(server) as client:

        async def call(tool, **arguments):
            nonlocal calls, characters
            result = await client.call_tool(tool, arguments)
            assert not result.is_error, result
            calls += 1
            characters += len(result.content[0].text)
            return result.structured_content

        if shows(await call("record", command=COMMAND), wanted):
            return calls, characters, "record"
        suspects = await call("suspects", limit=SUSPECTS)
        if shows(suspects, wanted):
            return calls, characters, "suspects"
        ran = [suspect for suspect in suspects["suspects"] if suspect["ef"] > 0]
        for suspect in ran:
            if shows(await call("explain", method=suspect["method"]), wanted):
                return calls, characters, "explain"
    return calls, characters, "never"


def main():
    program, builds, *faults = sys.argv[1:]
    print("fault", "calls", "characters", "shown by", sep="\t")
    for fault in faults:
        row = asyncio.run(asyncio.wait_for(measured(program, Path(builds) / fault), LONG))
        print(fault, *row, sep="\t", flush=True)


if __name__ == "__main__":
    main()
