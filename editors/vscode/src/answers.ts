// What commands of the server answer, shown as VS Code shows such things.

import * as vscode from "vscode";

/** The scheme of texts that are not files. */
export const SCHEME = "faultline";

/** Shows the text of `faultline.diff` beside the code. */
export class Texts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  /** An open text is read again when it has changed. */
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? "";
  }

  /** Opens a text under a title. */
  async open(title: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title.replaceAll("/", "_")}` });
    this.texts.set(uri.path, text);
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  }

  /** Forgets the text of a document that is closed. */
  close(uri: vscode.Uri): void {
    if (uri.scheme === SCHEME) {
      this.texts.delete(uri.path);
    }
  }

  dispose(): void {
    this.changed.dispose();
  }
}

/** What is done with the answer of a command besides what the server has shown; the answer is handed on. */
export async function shown(command: string, answer: unknown, texts: Texts): Promise<unknown> {
  if (!isObject(answer)) {
    return answer;
  }
  if (command === "faultline.diff" && typeof answer["text"] === "string") {
    await texts.open(`${String(answer["test"])} and ${String(answer["other"])}.diff`, answer["text"]);
  }
  if (command === "faultline.tests" && typeof answer["commandLine"] === "string") {
    await offerToRun(answer["commandLine"], answer["folder"]);
  }
  return answer;
}

/** The arguments of a command: from the palette it has none, and the file in the active editor names the project. */
export function withFile(args: unknown[]): unknown[] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return args.length === 0 && uri?.scheme === "file" ? [{ uri: uri.toString() }] : args;
}

/** Puts a command line into a terminal of the project's folder, where the user starts it or not. */
async function offerToRun(line: string, folder: unknown): Promise<void> {
  const choice = await vscode.window.showInformationMessage(line, "Put into a terminal");
  if (choice !== undefined) {
    const terminal = vscode.window.createTerminal({
      name: "Faultline",
      ...(typeof folder === "string" ? { cwd: folder } : {}),
    });
    terminal.show();
    terminal.sendText(line, false);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
