import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import LightRunner from 'jest-light-runner/child-process';

type RunTests = Parameters<LightRunner['runTests']>;

/** Time (ms) between two looks for a worker that has opened. */
const LOOK_MS = 10;

/**
 * Runs tests in Node itself, in processes that open one after the other: jest-light-runner 0.8.2 sends the settings that
 * one worker asks for to all that are about to ask, and one that cannot take them yet waits for ever.
 */
export default class TestRunner extends LightRunner {
  readonly #workers: number;

  constructor(globalConfig: { readonly maxWorkers: number }, context: unknown) {
    super(globalConfig, context);
    this.#workers = globalConfig.maxWorkers;
  }

  override async runTests(...[tests, watcher, onStart, onResult, onFailure]: RunTests): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'lifeboat-workers-'));
    process.env['TEST_WORKERS_FOLDER'] = folder; // `timeLimit.ts` leaves a file there in each worker
    const countOpened = (): number => readdirSync(folder).length;
    let endedCount = 0;
    let latestStart = Promise.resolve();
    /** Resolves when the worker of the latest test has opened, or the test has ended. */
    const untilOpened = async (openedBefore: number, endedBefore: number): Promise<void> => {
      const isWaiting = (): boolean =>
        endedCount === endedBefore && countOpened() < this.#workers && countOpened() === openedBefore;
      while (isWaiting()) await pause(LOOK_MS);
    };
    const start: RunTests[2] = (test) => {
      const started = latestStart.then(() => onStart(test));
      latestStart = started.then(() => untilOpened(countOpened(), endedCount));
      return started;
    };
    const countEnd =
      (report: RunTests[3]): RunTests[3] =>
      (test, outcome) => {
        endedCount += 1;
        return report(test, outcome);
      };
    await super.runTests(tests, watcher, start, countEnd(onResult), countEnd(onFailure));
    rmSync(folder, { recursive: true, force: true });
  }
}
