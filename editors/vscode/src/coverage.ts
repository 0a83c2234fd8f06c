// The recording in VS Code's own test and coverage views.

import * as vscode from "vscode";

import { Ask, COVERAGE, CoveredFile, CoveredLine, LinesOfFile, RecordedTest, Recording } from "./protocol";

/** A file of the recording, with its address as the server writes it. */
export class RecordedFile extends vscode.FileCoverage {
  constructor(
    readonly address: string,
    counts: vscode.TestCoverageCount,
    tests: vscode.TestItem[],
  ) {
    super(vscode.Uri.parse(address), counts, undefined, undefined, tests);
  }
}

/** How often a line was run, as statements of VS Code have it. */
export function statement(line: CoveredLine): vscode.StatementCoverage {
  return new vscode.StatementCoverage(line.ef + line.ep, new vscode.Position(line.line, 0));
}

/** The class and the method of a test's name, `org.example.FooTest#bar`. */
export function parts(name: string): [string, string] {
  const hash = name.indexOf("#");
  return hash < 0 ? ["", name] : [name.slice(0, hash), name.slice(hash + 1)];
}

/** Shows a recording as a run of tests with its coverage. */
export class CoverageView implements vscode.Disposable {
  private readonly controller: vscode.TestController;
  private readonly profile: vscode.TestRunProfile;

  constructor(private readonly ask: Ask) {
    this.controller = vscode.tests.createTestController("faultline", "Faultline: last recording");
    this.profile = this.controller.createRunProfile(
      "Show the last recording",
      vscode.TestRunProfileKind.Coverage,
      () => this.show(),
      true,
    );
    this.profile.loadDetailedCoverage = (_run, file) => this.details(file);
    this.profile.loadDetailedCoverageForTest = (_run, file, test) => this.details(file, test.id);
    this.controller.refreshHandler = () => this.refresh();
  }

  /** Takes the tests of the recording into the view; without a recording there are none. */
  async refresh(): Promise<void> {
    try {
      this.items((await this.ask<Recording>(COVERAGE)).tests);
    } catch (error) {
      this.items([]);
      throw error;
    }
  }

  /** Shows outcomes and coverage. Nothing is run: the recording says how the tests ended. */
  async show(): Promise<void> {
    const recording = await this.ask<Recording>(COVERAGE);
    const items = this.items(recording.tests);
    const run = this.controller.createTestRun(new vscode.TestRunRequest(undefined, undefined, this.profile));
    recording.tests.forEach((test, at) => {
      const item = items[at];
      if (item !== undefined) {
        this.outcome(run, item, test);
      }
    });
    for (const file of recording.files) {
      run.addCoverage(this.file(file, items));
    }
    run.end();
  }

  private outcome(run: vscode.TestRun, item: vscode.TestItem, test: RecordedTest): void {
    switch (test.outcome) {
      case "passed":
        run.passed(item);
        break;
      case "failed":
        run.failed(item, new vscode.TestMessage("failed when it was recorded; the suspicious lines are among the problems"));
        break;
      default:
        run.skipped(item);
    }
  }

  private file(file: CoveredFile, items: vscode.TestItem[]): RecordedFile {
    const tests = file.tests.flatMap((at) => items[at] ?? []);
    return new RecordedFile(file.uri, new vscode.TestCoverageCount(file.covered, file.total), tests);
  }

  /** An item for each test, below one for its class. Executions of one name share an item. */
  private items(tests: RecordedTest[]): vscode.TestItem[] {
    const classes = new Map<string, vscode.TestItem>();
    const items = tests.map((test) => {
      const [name, method] = parts(test.name);
      const parent = classes.get(name) ?? this.controller.createTestItem(name, name === "" ? "tests" : name);
      classes.set(name, parent);
      const item = parent.children.get(test.name) ?? this.controller.createTestItem(test.name, method);
      parent.children.add(item);
      return item;
    });
    this.controller.items.replace([...classes.values()]);
    return items;
  }

  private async details(file: vscode.FileCoverage, test?: string): Promise<vscode.StatementCoverage[]> {
    if (!(file instanceof RecordedFile)) {
      return [];
    }
    const params = test === undefined ? { uri: file.address } : { uri: file.address, test };
    const { lines } = await this.ask<LinesOfFile>(COVERAGE, params);
    return lines.map(statement);
  }

  dispose(): void {
    this.profile.dispose();
    this.controller.dispose();
  }
}
