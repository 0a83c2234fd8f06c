// The colours at the edge of lines that failing tests run.

import * as vscode from "vscode";

import { Ask, COVERAGE, CoveredLine, LinesOfFile } from "./protocol";

/** Number of colours, from lines that passing tests run as well to lines that only failing ones run. */
export const SHADES = 4;

/**
 * The colour of a line: none where no failing test runs it, else the warmer the fewer passing tests run it beside the failing
 * ones, by Ochiai's formula. `failing` is the largest number of failing tests that run a line of the file.
 */
export function shade(line: CoveredLine, failing: number): number | undefined {
  if (line.ef === 0 || failing === 0) {
    return undefined;
  }
  const ochiai = line.ef / Math.sqrt(failing * (line.ef + line.ep));
  return Math.min(SHADES - 1, Math.floor(ochiai * SHADES));
}

/** The lines of each colour. */
export function shades(lines: CoveredLine[]): number[][] {
  const failing = Math.max(0, ...lines.map((line) => line.ef));
  const all: number[][] = Array.from({ length: SHADES }, () => []);
  for (const line of lines) {
    const of = shade(line, failing);
    if (of !== undefined) {
      all[of]?.push(line.line);
    }
  }
  return all;
}

/** Colours the visible editors. */
export class Heat implements vscode.Disposable {
  private readonly types: vscode.TextEditorDecorationType[];

  constructor(private readonly ask: Ask) {
    const opacity = (at: number) => 0.25 + (0.75 * at) / (SHADES - 1);
    this.types = Array.from({ length: SHADES }, (_, at) =>
      vscode.window.createTextEditorDecorationType({
        isWholeLine: true,
        borderWidth: "0 0 0 3px",
        borderStyle: "solid",
        borderColor: `rgba(214, 73, 51, ${opacity(at)})`,
        overviewRulerColor: `rgba(214, 73, 51, ${opacity(at)})`,
        overviewRulerLane: vscode.OverviewRulerLane.Left,
      }),
    );
  }

  /** Colours an editor as the recording says now; an editor of no file, or without the setting, loses its colours. */
  async show(editor: vscode.TextEditor): Promise<void> {
    const document = editor.document;
    const isWanted = vscode.workspace.getConfiguration("faultline").get<boolean>("heat", true);
    let lines: CoveredLine[] = [];
    if (isWanted && document.uri.scheme === "file") {
      lines = (await this.ask<LinesOfFile>(COVERAGE, { uri: document.uri.toString() })).lines;
    }
    shades(lines).forEach((of, at) => {
      const type = this.types[at];
      if (type !== undefined) {
        editor.setDecorations(type, of.map((line) => new vscode.Range(line, 0, line, 0)));
      }
    });
  }

  /** Colours all visible editors. */
  async showAll(): Promise<void> {
    await Promise.all(vscode.window.visibleTextEditors.map((editor) => this.show(editor)));
  }

  dispose(): void {
    this.types.forEach((type) => type.dispose());
  }
}
