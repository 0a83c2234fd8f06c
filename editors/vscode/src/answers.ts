// What commands of the server answer, shown as VS Code shows such things.

import * as vscode from "vscode";

/** The scheme of texts that are no files. */
export const SCHEME = "faultline";

/** Shows the text of `faultline.diff` beside the code. */
export class Texts implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? "";
  }

  /** Opens a text under a title. */
  async open(title: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title.replaceAll("/", "_")}` });
    this.texts.set(uri.path, text);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  }
}

/** What is done with the answer of a command besides what the server has shown; the answer is handed on. */
export async function shown(command: string, answer: unknown, texts: Texts): Promise<unknown> {
  if (!isObject(answer)) {
    return answer;
  }
  if (command === "faultline.diff" && typeof answer["text"] === "string") {
    await texts.open(`${String(answer["other"] ?? "difference")}.diff`, answer["text"]);
  }
  if (command === "faultline.tests" && typeof answer["commandLine"] === "string") {
    await offerToRun(answer["commandLine"]);
  }
  return answer;
}

/** Puts a command line into a terminal, where the user starts it or not. */
async function offerToRun(line: string): Promise<void> {
  const choice = await vscode.window.showInformationMessage(line, "Put into a terminal");
  if (choice !== undefined) {
    const terminal = vscode.window.createTerminal("Faultline");
    terminal.show();
    terminal.sendText(line, false);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
