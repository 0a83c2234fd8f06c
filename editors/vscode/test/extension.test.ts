import { activateEditor, clients, made, visible, file } from "./fake";

import assert = require("node:assert/strict");
import { test } from "node:test";
import type * as vscode from "vscode";

import { activate, calmly, deactivate, options } from "../src/extension";

interface Middleware {
  executeCommand(command: string, args: unknown[], next: (command: string, args: unknown[]) => Promise<unknown>): Promise<unknown>;
}

test("the server gets the settings that are set", () => {
  const settings = (all: Record<string, unknown>) => ({ get: <T>(name: string, other: T) => (all[name] as T) ?? other });
  assert.deepEqual(options(settings({})), { codeLens: true, loaded: true });
  assert.deepEqual(options(settings({ recording: "out", codeLens: false })), { codeLens: false, loaded: true, recording: "out" });
});

test("many calls are one", async () => {
  let calls = 0;
  const call = calmly(() => (calls += 1), 5);
  call();
  call();
  await new Promise((done) => setTimeout(done, 50));
  assert.equal(calls, 1);
});

test("the extension starts the server, takes the tests of each recording and ends it", async () => {
  visible.push({ document: { uri: file("/p/Foo.java") }, setDecorations: () => undefined });
  const context = { subscriptions: [] as vscode.Disposable[] };
  await activate(context as unknown as vscode.ExtensionContext);
  const client = clients[0];
  assert.ok(client);
  assert.deepEqual(client.server, { command: "faultline", args: ["lsp"] });
  assert.equal(client.state, "started");
  await client.tell(false);
  assert.deepEqual(client.asked, [{ uri: "file:///p/Foo.java" }, {}]);
  assert.deepEqual([...made.items.all.keys()], [], "nothing is loaded yet");
  await client.tell(true);
  assert.deepEqual(client.asked.slice(2), [{ uri: "file:///p/Foo.java" }, {}]);
  assert.deepEqual([...made.items.all.keys()], ["FooTest"]);
  await client.tell(false);
  assert.deepEqual([...made.items.all.keys()], [], "the recording is gone");
  const { middleware } = client.options as { middleware: Middleware };
  activateEditor(file("/p/Foo.java"));
  const sent = await middleware.executeCommand("faultline.rank", [], (_command, args) => Promise.resolve(args));
  assert.deepEqual(sent, [{ uri: "file:///p/Foo.java" }]);
  await deactivate();
  assert.equal(client.state, "stopped");
  context.subscriptions.forEach((subscription) => subscription.dispose());
});
