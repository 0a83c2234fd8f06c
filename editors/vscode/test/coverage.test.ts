import { made } from "./fake";

import assert = require("node:assert/strict");
import { test } from "node:test";

import { CoverageView, parts } from "../src/coverage";
import { Ask, Recording } from "../src/protocol";

const recording: Recording = {
  files: [{ uri: "file:///p/Foo.java", total: 8, covered: 7, tests: [0, 2] }],
  tests: [
    { name: "org.x.FooTest#fails", outcome: "failed", failed: true },
    { name: "org.x.FooTest#passes", outcome: "passed", failed: false },
    { name: "org.x.BarTest#skipped", outcome: "skipped", failed: false },
  ],
};

const asked: unknown[] = [];
const ask: Ask = <T>(method: string, params?: unknown) => {
  asked.push(params);
  assert.equal(method, "faultline/coverage");
  const lines = { lines: [{ line: 4, ef: 1, ep: 2, chance: 0.5 }, { line: 6, ef: 0, ep: 0, chance: null }] };
  return Promise.resolve((params === undefined ? recording : lines) as T);
};

test("names of tests have a class and a method", () => {
  assert.deepEqual(parts("org.x.FooTest#bar(a#b)"), ["org.x.FooTest", "bar(a#b)"]);
  assert.deepEqual(parts("id only"), ["", "id only"]);
});

test("a recording is a run with outcomes, and coverage by file and by test", async () => {
  new CoverageView(ask);
  const profile = made.profile;
  assert.ok(profile?.loadDetailedCoverage && profile.loadDetailedCoverageForTest);
  await profile.handler();
  const run = made.runs[0];
  assert.ok(run?.hasEnded);
  assert.deepEqual([...run.outcomes], [
    ["org.x.FooTest#fails", "failed"],
    ["org.x.FooTest#passes", "passed"],
    ["org.x.BarTest#skipped", "skipped"],
  ]);
  assert.deepEqual([...made.items.all.keys()], ["org.x.FooTest", "org.x.BarTest"]);
  const children = made.items.get("org.x.FooTest")?.children.all ?? new Map();
  assert.deepEqual([...children.values()].map((item) => item.label), ["fails", "passes"]);
  const file = run.coverage[0];
  assert.ok(file);
  assert.deepEqual({ ...file.statementCoverage }, { covered: 7, total: 8 });
  assert.deepEqual(file.includesTests?.map((item) => item.id), ["org.x.FooTest#fails", "org.x.BarTest#skipped"]);

  const statements = await profile.loadDetailedCoverage(run, file);
  assert.deepEqual(statements.map((of) => [of.executed, of.location.line]), [[3, 4], [0, 6]]);
  assert.deepEqual(asked.at(-1), { uri: "file:///p/Foo.java" });
  const first = file.includesTests?.[0];
  assert.ok(first);
  await profile.loadDetailedCoverageForTest(run, file, first);
  assert.deepEqual(asked.at(-1), { uri: "file:///p/Foo.java", test: "org.x.FooTest#fails" });
});
