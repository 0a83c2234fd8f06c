import { activateEditor, asked, file, uri, user } from "./fake";

import assert = require("node:assert/strict");
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type * as vscode from "vscode";

import { Texts, shown, withFile } from "../src/answers";

test("a difference is opened as a text beside the code", async () => {
  const texts = new Texts();
  const changed: string[] = [];
  texts.onDidChange((of) => changed.push(of.path));
  const answer = { text: "- a\n+ b\n", test: "org.x.FooTest#f", other: "org.x.FooTest#m(a/b)", summary: "" };
  assert.equal(await shown("faultline.diff", answer, texts), answer);
  const opened = asked.find((call) => call.what === "showTextDocument");
  const { uri } = opened?.with[0] as { uri: vscode.Uri };
  assert.equal(uri.path, "/org.x.FooTest#f and org.x.FooTest#m(a_b).diff");
  assert.equal(texts.provideTextDocumentContent(uri), "- a\n+ b\n");
  await shown("faultline.diff", { ...answer, test: "org.x.FooTest#g", text: "of g" }, texts);
  assert.equal(texts.provideTextDocumentContent(uri), "- a\n+ b\n", "of two tests with one neighbour each has its text");
  await shown("faultline.diff", { ...answer, text: "new" }, texts);
  assert.equal(texts.provideTextDocumentContent(uri), "new");
  assert.deepEqual([changed.length, changed[2]], [3, uri.path], "an open text is read again");
  texts.close(file(uri.path) as unknown as vscode.Uri);
  assert.equal(texts.provideTextDocumentContent(uri), "new", "a file of the same path is another document");
  texts.close(uri);
  assert.equal(texts.provideTextDocumentContent(uri), "");
});

test("a command line goes into a terminal only if the user says so, and is not started", async () => {
  const answer = { commandLine: "mvn test -Dtest=FooTest", tests: [], folder: "/p" };
  await shown("faultline.tests", answer, new Texts());
  assert.ok(!asked.some((call) => call.what === "sendText"));
  user.presses = "Put into a terminal";
  await shown("faultline.tests", answer, new Texts());
  assert.deepEqual(asked.at(-1), { what: "sendText", with: [{ name: "Faultline", cwd: "/p" }, "mvn test -Dtest=FooTest", false] });
});

test("a command without arguments names the file in the active editor", () => {
  activateEditor(undefined);
  assert.deepEqual(withFile([]), []);
  activateEditor(uri("untitled", "Untitled-1"));
  assert.deepEqual(withFile([]), []);
  activateEditor(file("/p/Foo.java"));
  assert.deepEqual(withFile([]), [{ uri: "file:///p/Foo.java" }]);
  assert.deepEqual(withFile([{ place: "Foo.bar" }]), [{ place: "Foo.bar" }]);
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
  for (const language of ["java", "kotlin", "scala", "groovy"]) {
    assert.ok(manifest.activationEvents.includes(`onLanguage:${language}`), language);
  }
  const settings = Object.keys(manifest.contributes.configuration.properties);
  assert.deepEqual(settings, ["faultline.program", "faultline.recording", "faultline.codeLens", "faultline.heat"]);
});
