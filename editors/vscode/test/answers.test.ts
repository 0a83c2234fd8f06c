import { asked, user } from "./fake";

import assert = require("node:assert/strict");
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type * as vscode from "vscode";

import { Texts, shown } from "../src/answers";

test("a difference is opened as a text beside the code", async () => {
  const texts = new Texts();
  const answer = { text: "- a\n+ b\n", other: "org.x.FooTest#m(a/b)", summary: "" };
  assert.equal(await shown("faultline.diff", answer, texts), answer);
  const opened = asked.find((call) => call.what === "showTextDocument");
  const { uri } = opened?.with[0] as { uri: vscode.Uri };
  assert.equal(uri.path, "/org.x.FooTest#m(a_b).diff");
  assert.equal(texts.provideTextDocumentContent(uri), "- a\n+ b\n");
});

test("a command line goes into a terminal only if the user says so, and is not started", async () => {
  const answer = { commandLine: "mvn test -Dtest=FooTest", tests: [] };
  await shown("faultline.tests", answer, new Texts());
  assert.ok(!asked.some((call) => call.what === "sendText"));
  user.presses = "Put into a terminal";
  await shown("faultline.tests", answer, new Texts());
  assert.deepEqual(asked.at(-1), { what: "sendText", with: ["Faultline", "mvn test -Dtest=FooTest", false] });
});

test("other answers are handed on", async () => {
  for (const answer of [null, 1, "x", { exitCode: 1 }]) {
    assert.equal(await shown("faultline.record", answer, new Texts()), answer);
  }
});

test("the manifest names commands of the server and settings that are read", () => {
  const manifest = JSON.parse(readFileSync(`${__dirname}/../../package.json`, "utf8"));
  const commands = manifest.contributes.commands.map((command: { command: string }) => command.command);
  assert.deepEqual(commands, ["faultline.record", "faultline.mutate", "faultline.rank"]);
  const settings = Object.keys(manifest.contributes.configuration.properties);
  assert.deepEqual(settings, ["faultline.program", "faultline.recording", "faultline.codeLens", "faultline.heat"]);
});
