import { writeFileSync } from 'node:fs';
import type { TestCounts } from './testCounts.ts';

/*
 * A reporter of jest, loaded by Node itself: it imports nothing of the tests. Writes after each test file what has been
 * counted so far, so that the counts are there whatever becomes of jest.
 */

/** The part of jest's result of one test file that is read. */
interface FileResult {
  readonly testFilePath: string;
  /** Null, or absent, if the file could be run. */
  readonly testExecError?: unknown;
  readonly testResults: readonly {
    readonly status: string;
    readonly ancestorTitles: readonly string[];
    readonly title: string;
  }[];
}

const file = process.env['TEST_COUNTS_FILE'] ?? '';

export default class CountingReporter {
  readonly #counts = {
    files: 0,
    ranFiles: 0,
    passed: 0,
    skipped: 0,
    failures: [] as string[],
  } satisfies TestCounts;

  onRunStart({ numTotalTestSuites }: { readonly numTotalTestSuites: number }): void {
    this.#counts.files = numTotalTestSuites;
    this.#write();
  }

  onTestResult(_test: unknown, { testFilePath, testExecError, testResults }: FileResult): void {
    this.#counts.ranFiles += 1;
    if (testExecError !== undefined && testExecError !== null)
      this.#counts.failures.push(`${testFilePath}: could not be run`);
    for (const { status, ancestorTitles, title } of testResults) {
      if (status === 'passed') this.#counts.passed += 1;
      else if (status === 'failed')
        this.#counts.failures.push(`${testFilePath}: ${[...ancestorTitles, title].join(' > ')}`);
      else this.#counts.skipped += 1;
    }
    this.#write();
  }

  #write(): void {
    if (file !== '') writeFileSync(file, JSON.stringify(this.#counts));
  }
}
