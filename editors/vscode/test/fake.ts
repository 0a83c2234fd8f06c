// A small stand-in for the module `vscode`, which exists only inside of the editor, and for the client that needs it. Import it before what is tested.

import assert = require("node:assert/strict");
import Module = require("node:module");

/** What the code under test has asked of the editor. */
export const asked: { what: string; with: unknown[] }[] = [];

/** The settings of `faultline.*`. */
export const settings: Record<string, unknown> = {};

/** The button that a user presses in the next message. */
export const user: { presses: string | undefined } = { presses: undefined };

const note = (what: string) => (...args: unknown[]) => void asked.push({ what, with: args });

class Uri {
  constructor(readonly scheme: string, readonly path: string) {}
  static parse(text: string): Uri {
    const at = text.indexOf(":");
    return new Uri(text.slice(0, at), text.slice(at + 1).replace(/^\/\//, ""));
  }
  static from(parts: { scheme: string; path: string }): Uri {
    return new Uri(parts.scheme, parts.path);
  }
  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
}

class Position {
  constructor(readonly line: number, readonly character: number) {}
}

class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(line: number, character: number, endLine: number, endCharacter: number) {
    this.start = new Position(line, character);
    this.end = new Position(endLine, endCharacter);
  }
}

class Items {
  readonly all = new Map<string, Item>();
  add(item: Item): void {
    this.all.set(item.id, item);
  }
  get(id: string): Item | undefined {
    return this.all.get(id);
  }
  replace(items: Item[]): void {
    this.all.clear();
    items.forEach((item) => this.add(item));
  }
}

/** A test in the view of tests. */
export class Item {
  readonly children = new Items();
  constructor(readonly id: string, readonly label: string) {}
}

/** A run of tests in the view of tests. */
export class Run {
  readonly outcomes = new Map<string, string>();
  readonly coverage: Coverage[] = [];
  hasEnded = false;
  passed = (item: Item) => void this.outcomes.set(item.id, "passed");
  failed = (item: Item) => void this.outcomes.set(item.id, "failed");
  skipped = (item: Item) => void this.outcomes.set(item.id, "skipped");
  addCoverage = (file: Coverage) => void this.coverage.push(file);
  end = () => void (this.hasEnded = true);
}

class Coverage {
  constructor(
    readonly uri: Uri,
    readonly statementCoverage: { covered: number; total: number },
    readonly branchCoverage?: unknown,
    readonly declarationCoverage?: unknown,
    readonly includesTests?: Item[],
  ) {}
}

/** The controllers, profiles and runs that were made. */
export const made: { items: Items; profile?: Profile; runs: Run[] } = { items: new Items(), runs: [] };

interface Profile {
  handler: () => Promise<void>;
  loadDetailedCoverage?: (run: Run, file: Coverage) => Promise<{ executed: number; location: Position }[]>;
  loadDetailedCoverageForTest?: (
    run: Run,
    file: Coverage,
    test: Item,
  ) => Promise<{ executed: number; location: Position }[]>;
  dispose: () => void;
}

/** An event that code under test fires. */
class EventEmitter<T> {
  private readonly listeners: ((value: T) => void)[] = [];
  readonly event = (listener: (value: T) => void) => {
    this.listeners.push(listener);
    return { dispose: () => undefined };
  };
  fire(value: T): void {
    this.listeners.forEach((listener) => listener(value));
  }
  dispose(): void {
    this.listeners.length = 0;
  }
}

const vscode = {
  EventEmitter,
  Uri,
  Position,
  Range,
  FileCoverage: Coverage,
  TestCoverageCount: class {
    constructor(readonly covered: number, readonly total: number) {}
  },
  StatementCoverage: class {
    constructor(readonly executed: number, readonly location: Position) {}
  },
  TestMessage: class {
    constructor(readonly message: string) {}
  },
  TestRunRequest: class {},
  TestRunProfileKind: { Run: 1, Debug: 2, Coverage: 3 },
  OverviewRulerLane: { Left: 1 },
  ViewColumn: { Beside: -2 },
  tests: {
    createTestController: () => ({
      items: made.items,
      createTestItem: (id: string, label: string) => new Item(id, label),
      createRunProfile: (_label: string, _kind: number, handler: () => Promise<void>) => {
        made.profile = { handler, dispose: () => undefined };
        return made.profile;
      },
      createTestRun: () => {
        const run = new Run();
        made.runs.push(run);
        return run;
      },
      dispose: () => undefined,
    }),
  },
  window: {
    onDidChangeVisibleTextEditors: () => ({ dispose: () => undefined }),
    visibleTextEditors: [] as unknown[],
    activeTextEditor: undefined as unknown,
    createTextEditorDecorationType: (options: { borderColor: string }) => ({
      color: options.borderColor,
      dispose: note("dispose"),
    }),
    showTextDocument: note("showTextDocument"),
    showInformationMessage: (...args: unknown[]) => {
      asked.push({ what: "showInformationMessage", with: args });
      return Promise.resolve(user.presses);
    },
    createTerminal: (options: { name: string; cwd?: string }) => ({
      show: () => undefined,
      sendText: (text: string, runs: boolean) => void asked.push({ what: "sendText", with: [options, text, runs] }),
    }),
  },
  languages: { onDidChangeDiagnostics: () => ({ dispose: () => undefined }) },
  workspace: {
    onDidSaveTextDocument: () => ({ dispose: () => undefined }),
    onDidCloseTextDocument: () => ({ dispose: () => undefined }),
    onDidChangeConfiguration: () => ({ dispose: () => undefined }),
    registerTextDocumentContentProvider: () => ({ dispose: () => undefined }),
    getConfiguration: () => ({ get: (name: string, other: unknown) => settings[name] ?? other }),
    openTextDocument: (uri: Uri) => Promise.resolve({ uri }),
  },
};

/** A client of a server, which has no recording until it says so, and then answers every request with an empty file and one test. */
export class LanguageClient {
  state = "made";
  readonly asked: unknown[] = [];
  private hasLoaded = false;
  private readonly handlers = new Map<string, () => Promise<unknown>>();
  constructor(readonly id: string, readonly name: string, readonly server: unknown, readonly options: unknown) {
    clients.push(this);
  }
  sendRequest(_method: string, params: unknown): Promise<unknown> {
    this.asked.push(params);
    return this.hasLoaded
      ? Promise.resolve({ lines: [], files: [], tests: [{ name: "FooTest#bar", outcome: "passed", failed: false }] })
      : Promise.reject(new Error("the recording is not loaded yet"));
  }
  onNotification(method: string, handler: () => Promise<unknown>): { dispose: () => void } {
    assert.equal(this.state, "made", "a notification may come before the start has ended");
    this.handlers.set(method, handler);
    return { dispose: () => this.handlers.delete(method) };
  }
  /** The server says that it has a recording, or has lost it. */
  async tell(hasLoaded: boolean): Promise<void> {
    this.hasLoaded = hasLoaded;
    await this.handlers.get("faultline/loaded")?.();
  }
  start(): Promise<void> {
    this.state = "started";
    return Promise.resolve();
  }
  stop(): Promise<void> {
    this.state = "stopped";
    return Promise.resolve();
  }
}

/** The clients that were made. */
export const clients: LanguageClient[] = [];

/** The editor's visible editors. */
export const visible = vscode.window.visibleTextEditors;

/** Makes an editor of a document the active one. */
export function activateEditor(uri: Uri | undefined): void {
  vscode.window.activeTextEditor = uri === undefined ? undefined : { document: { uri } };
}

/** A URI of a document. */
export function uri(scheme: string, path: string): Uri {
  return new Uri(scheme, path);
}

/** A URI of a file. */
export function file(path: string): Uri {
  return new Uri("file", path);
}

type Load = (request: string, ...rest: unknown[]) => unknown;
const modules = Module as unknown as { _load: Load };
const load = modules._load;
const stands: Record<string, unknown> = { vscode, "vscode-languageclient/node": { LanguageClient } };
modules._load = (request, ...rest) => stands[request] ?? load(request, ...rest);
