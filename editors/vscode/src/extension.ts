// Starts `faultline lsp` beside the server for Java, and shows what it knows in the views of VS Code.

import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

import { SCHEME, Texts, shown, withFile } from "./answers";
import { CoverageView } from "./coverage";
import { Heat } from "./heat";
import { Ask, LOADED } from "./protocol";

/** The settings that the server takes when it starts. */
export function options(settings: { get<T>(name: string, other: T): T }): Record<string, unknown> {
  const recording = settings.get("recording", "");
  return { codeLens: settings.get("codeLens", true), loaded: true, ...(recording === "" ? {} : { recording }) };
}

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const settings = vscode.workspace.getConfiguration("faultline");
  const texts = new Texts();
  const server: ServerOptions = { command: settings.get("program", "faultline"), args: ["lsp"] };
  const languages = ["java", "kotlin", "scala", "groovy"];
  const clientOptions: LanguageClientOptions = {
    documentSelector: languages.map((language) => ({ scheme: "file", language })),
    initializationOptions: options(settings),
    middleware: {
      executeCommand: async (command, args, next) => shown(command, await next(command, withFile(args)), texts),
    },
  };
  const started = new LanguageClient("faultline", "Faultline", server, clientOptions);
  client = started;
  const ask: Ask = (method, params) => started.sendRequest(method, params ?? {});
  const heat = new Heat(ask);
  const coverage = new CoverageView(ask);
  const colour = calmly(() => quietly(heat.showAll()));
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, texts),
    texts,
    heat,
    coverage,
    // Registered before the start: the first recording may be loaded at once.
    started.onNotification(LOADED, () => Promise.all([quietly(heat.showAll()), quietly(coverage.refresh())])),
    vscode.workspace.onDidCloseTextDocument((document) => texts.close(document.uri)),
    vscode.workspace.onDidChangeConfiguration(colour),
    vscode.window.onDidChangeVisibleTextEditors(colour),
    vscode.workspace.onDidSaveTextDocument(colour),
    // The server's diagnostics change with the recording, and with edits that move lines.
    vscode.languages.onDidChangeDiagnostics(colour),
  );
  await started.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

/** Does something once after many calls, as other servers change their diagnostics with each letter. */
export function calmly(work: () => void, pause = 300): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, pause);
  };
}

/** Without a recording the server answers with an error, which its log has. */
async function quietly(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch {
    // The log of the server says why.
  }
}
