import { clients, made, visible, file } from "./fake";

import assert = require("node:assert/strict");
import { test } from "node:test";
import type * as vscode from "vscode";

import { activate, calmly, deactivate, options } from "../src/extension";

test("the server gets the settings that are set", () => {
  const settings = (all: Record<string, unknown>) => ({ get: <T>(name: string, other: T) => (all[name] as T) ?? other });
  assert.deepEqual(options(settings({})), { codeLens: true });
  assert.deepEqual(options(settings({ recording: "out", codeLens: false })), { codeLens: false, recording: "out" });
});

test("many calls are one", async () => {
  let calls = 0;
  const call = calmly(() => (calls += 1), 5);
  call();
  call();
  await new Promise((done) => setTimeout(done, 50));
  assert.equal(calls, 1);
});

test("the extension starts the server, takes its tests and ends it", async () => {
  visible.push({ document: { uri: file("/p/Foo.java") }, setDecorations: () => undefined });
  const context = { subscriptions: [] as vscode.Disposable[] };
  await activate(context as unknown as vscode.ExtensionContext);
  const client = clients[0];
  assert.ok(client);
  assert.deepEqual(client.server, { command: "faultline", args: ["lsp"] });
  assert.equal(client.state, "started");
  assert.deepEqual(client.asked, [{ uri: "file:///p/Foo.java" }, null]);
  assert.deepEqual([...made.items.all.keys()], ["FooTest"]);
  await deactivate();
  assert.equal(client.state, "stopped");
  context.subscriptions.forEach((subscription) => subscription.dispose());
});
