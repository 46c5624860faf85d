import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bind } from 'jest-each';
import { closeLater } from './closeBehindTest.ts';

/** Longest time (ms) that a test or a hook may take: the runner itself sets no limit. */
const MAX_TEST_MS = 120_000;

type Run = () => unknown;

/** Fails what has not ended in time, whatever it waits for. */
const limited = (run: Run) => async (): Promise<void> => {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('has not ended within two minutes')), MAX_TEST_MS);
  try {
    await Promise.race([run(), limit]);
  } finally {
    clearTimeout(timer);
  }
};

const declareTest = it;

/** Declares a test behind which all that it has opened is closed. */
const closedTest = (name: string, run: Run): void =>
  declareTest(name, async () => {
    const close = closeLater();
    try {
      await limited(run)();
    } finally {
      await limited(close)();
    }
  });

type DeclareHook = (run: () => Promise<void>) => void;

const limitedHook =
  (declareHook: DeclareHook) =>
  (run: Run): void =>
    declareHook(limited(run));

/** Declares a hook before tests, and one behind them in which all that was opened since is closed. */
const closedHook =
  (declareHook: DeclareHook, declareEnd: DeclareHook) =>
  (run: Run): void => {
    let close: Run = () => undefined;
    declareHook(() => {
      close = closeLater();
      return limited(run)();
    });
    declareEnd(limited(() => close()));
  };

Object.assign(globalThis, {
  it: Object.assign(closedTest, declareTest, { each: bind(closedTest) }),
  beforeAll: closedHook(beforeAll, afterAll),
  beforeEach: closedHook(beforeEach, afterEach),
  afterEach: limitedHook(afterEach),
  afterAll: limitedHook(afterAll),
});

// Tells the runner that this worker is open.
const folder = process.env['TEST_WORKERS_FOLDER'];
if (folder !== undefined) writeFileSync(join(folder, String(process.pid)), '');
