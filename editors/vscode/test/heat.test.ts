import { settings, visible, file } from "./fake";

import assert = require("node:assert/strict");
import { test } from "node:test";

import { Heat, SHADES, shade, shades } from "../src/heat";
import { Ask, CoveredLine } from "../src/protocol";

const line = (line: number, ef: number, ep: number): CoveredLine => ({ line, ef, ep, chance: null });

test("a line is the warmer the fewer passing tests run it beside the failing ones", () => {
  assert.equal(shade(line(0, 0, 9), 2), undefined);
  assert.equal(shade(line(0, 2, 0), 2), SHADES - 1);
  assert.equal(shade(line(0, 2, 30), 2), 1);
  assert.equal(shade(line(0, 1, 400), 2), 0);
});

test("each line has one colour at most", () => {
  assert.deepEqual(shades([line(3, 1, 0), line(4, 1, 3), line(5, 0, 3)]), [[], [], [4], [3]]);
  assert.deepEqual(shades([]), [[], [], [], []]);
});

test("editors are coloured by what the server says, and lose colours without the setting", async () => {
  const set: number[][] = [];
  const editor = {
    document: { uri: file("/p/Foo.java") },
    setDecorations: (_type: unknown, ranges: { start: { line: number } }[]) => void set.push(ranges.map((range) => range.start.line)),
  };
  visible.push(editor);
  const asked: unknown[] = [];
  const ask: Ask = <T>(method: string, params?: unknown) => {
    asked.push([method, params]);
    return Promise.resolve({ lines: [line(7, 1, 0)] } as T);
  };
  const heat = new Heat(ask);
  await heat.showAll();
  assert.deepEqual(asked, [["faultline/coverage", { uri: "file:///p/Foo.java" }]]);
  assert.deepEqual(set, [[], [], [], [7]]);
  settings["heat"] = false;
  set.length = 0;
  await heat.showAll();
  assert.deepEqual(set, [[], [], [], []]);
  assert.equal(asked.length, 1);
});
