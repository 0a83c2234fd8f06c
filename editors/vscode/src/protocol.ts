// What `faultline lsp` says beyond the protocol's own types.

/** A line of a file, from 0, with how many failing and passing tests ran it. */
export interface CoveredLine {
  line: number;
  ef: number;
  ep: number;
  /** The chance that the line's method is the fault, of a suspicious line. */
  chance: number | null;
}

/** The answer to `faultline/coverage` about one file. */
export interface LinesOfFile {
  lines: CoveredLine[];
}

/** A recorded file with its numbers of lines, and the tests that run any of these, as places in the list of tests. */
export interface CoveredFile {
  uri: string;
  total: number;
  covered: number;
  tests: number[];
}

/** A recorded test. */
export interface RecordedTest {
  name: string;
  outcome: "passed" | "failed" | "aborted" | "skipped";
  failed: boolean;
}

/** The answer to `faultline/coverage` about all files. */
export interface Recording {
  files: CoveredFile[];
  tests: RecordedTest[];
}

/** Asks the server. */
export type Ask = <T>(method: string, params?: unknown) => Promise<T>;

/** The request. */
export const COVERAGE = "faultline/coverage";

/** The notification that a recording was loaded, or is gone. */
export const LOADED = "faultline/loaded";
