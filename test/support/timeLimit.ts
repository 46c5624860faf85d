import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bind } from 'jest-each';

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
const limitedTest = (name: string, run: Run): void => declareTest(name, limited(run));

const hooks = { beforeAll, beforeEach, afterEach, afterAll };
const limitedHooks = Object.entries(hooks).map(([name, declareHook]) => [
  name,
  (run: Run) => void declareHook(limited(run)),
]);

Object.assign(
  globalThis,
  { it: Object.assign(limitedTest, declareTest, { each: bind(limitedTest) }) },
  Object.fromEntries(limitedHooks),
);

// Tells the runner that this worker is open.
const folder = process.env['TEST_WORKERS_FOLDER'];
if (folder !== undefined) writeFileSync(join(folder, String(process.pid)), '');
