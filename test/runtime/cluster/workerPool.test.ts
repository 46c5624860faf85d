import { setImmediate as nextTurn } from 'node:timers/promises';
import pino from 'pino';
import type { WorkerPlan } from '../../../src/runtime/cluster/clusterCalls';
import { inTime } from '../../../src/runtime/cluster/inTime';
import { createWorkerPool } from '../../../src/runtime/cluster/workerPool';
import type { Calls } from '../../../src/runtime/cluster/processLink';
import { success } from '../../../src/contract/result';
import { fakeClock } from '../../gateway/support/fakeClock';
import { gate } from '../../gateway/support/gate';
import { shipped } from '../../support/shipped';
import { fakeWorker, type FakeWorker } from './support/fakeWorker';
import { workerPlan } from './support/workerPlan';

const ORIGIN = 'http://127.0.0.1:1';

const silence = new Promise<never>(() => undefined);

/** Opens a pool of workers that begin when asked to, unless their calls say otherwise; they are numbered from 1. */
function poolOf(count: number, callsOf: (id: number) => Calls = () => ({})) {
  const clock = fakeClock();
  const workers: FakeWorker[] = [];
  const lines: string[] = [];
  const written = { write: (line: string) => void lines.push(line) };
  let plan: WorkerPlan = workerPlan(ORIGIN);
  const pool = createWorkerPool({
    fork: () => {
      const id = workers.length + 1;
      const begin = () => success(ORIGIN);
      const worker = fakeWorker(id, { begin, ping: () => true, ...callsOf(id) });
      workers.push(worker);
      return worker;
    },
    plan: () => plan,
    calls: {} as never,
    ...{ count, clock, grace: 1_000, logger: pino({}, written) },
  });
  const change = (next: Partial<WorkerPlan>) => (plan = { ...plan, ...next });
  const start = async () => {
    const started = pool.start();
    await Promise.all(workers.map(({ hello }) => hello()));
    return started;
  };
  /** Lets every worker answer that can; then 5 s go by. */
  const tooLong = async () => {
    await nextTurn();
    clock.advance(2_500);
    clock.advance(2_500);
  };
  return { clock, pool, workers, start, change, tooLong, lines };
}

describe('a pool of workers', () => {
  it('gives a worker the mappings that were accepted while it began', async () => {
    const newer = { ...shipped().texts };
    const [begins, mayServe] = [gate(), gate()];
    const taken: unknown[] = [];
    const { start, change } = poolOf(1, () => ({
      begin: async () => {
        begins.open();
        await mayServe.opened;
        return success(ORIGIN);
      },
      mappings: (accepted: unknown) => void taken.push(accepted),
    }));
    const started = start();
    await begins.opened;
    change({ mappings: newer });
    mayServe.open();
    expect(await started).toEqual(success(ORIGIN));
    expect(taken).toEqual([newer]);
  });

  it('gives a worker no mappings twice', async () => {
    const taken: unknown[] = [];
    const { start } = poolOf(1, () => ({ mappings: (accepted: unknown) => void taken.push(accepted) }));
    await start();
    expect(taken).toEqual([]);
  });

  it('leaves out a worker that does not answer', async () => {
    const { start, pool, tooLong, workers } = poolOf(2, (id) => ({
      unlisted: () => (id === 1 ? silence : ['a path']),
    }));
    await start();
    const answers = pool.each('unlisted', undefined);
    await tooLong();
    expect(await answers).toEqual([['a path']]);
    expect(workers.flatMap(({ process }) => process.signals)).toEqual([]);
  });

  it('ends and replaces a worker that does not answer any more', async () => {
    let isStopped = false;
    const { start, pool, clock, tooLong, workers } = poolOf(2, (id) => ({
      ping: () => (id === 1 && isStopped ? silence : true),
    }));
    await start();
    await nextTurn();
    isStopped = true;
    clock.advance(1_000);
    await tooLong();
    await nextTurn();
    expect(workers.map(({ process }) => process.signals)).toEqual([['SIGKILL'], []]);
    expect(pool.serving()).toBe(1);
    clock.advance(500);
    await workers[2]?.hello();
    await nextTurn();
    expect(pool.serving()).toBe(2);
  });

  it('ends workers that do not answer one after the other, as without any the port would be free for others', async () => {
    let isStopped = false;
    const { start, clock, tooLong, workers } = poolOf(2, (id) => ({
      ping: () => (id <= 2 && isStopped ? silence : true),
    }));
    const signals = () => workers.map(({ process }) => process.signals.length);
    await start();
    await nextTurn();
    isStopped = true;
    clock.advance(1_000);
    await tooLong();
    await nextTurn();
    expect(signals()).toEqual([1, 0]);
    clock.advance(500);
    await workers[2]?.hello();
    await nextTurn();
    clock.advance(500);
    await tooLong();
    await nextTurn();
    expect(signals()).toEqual([1, 1, 0]);
  });

  it('ends its workers when it is closed, and replaces none', async () => {
    const { start, pool, clock, workers } = poolOf(1);
    await start();
    await pool.close();
    expect([pool.serving(), clock.pending()]).toEqual([0, 0]);
    expect(workers).toHaveLength(1);
  });

  it('complains of a replacement that fails, not of one that ends with all others', async () => {
    const replaced = async (ends: 'alone' | 'with all others') => {
      const { start, pool, clock, workers, lines } = poolOf(1);
      await start();
      workers[0]?.process.kill('SIGKILL');
      clock.advance(500);
      if (ends === 'alone') workers[1]?.process.kill('SIGKILL');
      else await pool.close();
      await nextTurn();
      return lines.filter((line) => line.includes('could not be replaced'));
    };
    expect(await replaced('alone')).toHaveLength(1);
    expect(await replaced('with all others')).toEqual([]);
  });

  it('asks them to end by a message: on Windows a signal ends a process at once', async () => {
    const { start, pool, workers } = poolOf(1);
    await start();
    await pool.close();
    expect(workers.map(({ process }) => process.signals)).toEqual([[]]);
  });

  it('ends one that does not listen to messages yet by a signal', async () => {
    const { pool, workers } = poolOf(1);
    void pool.start();
    await pool.close();
    expect(workers.map(({ process }) => process.signals[0])).toEqual(['SIGTERM']);
  });

  it('kills one that has not ended within its time', async () => {
    const { start, pool, clock, workers } = poolOf(1, () => ({ end: () => undefined }));
    await start();
    const closed = pool.close();
    clock.advance(3_000);
    await closed;
    expect(workers.map(({ process }) => process.signals)).toEqual([['SIGKILL']]);
  });
});

describe('an answer within 5 s', () => {
  it('is returned, and leaves no timer behind', async () => {
    const clock = fakeClock();
    expect(await inTime(Promise.resolve('answer'), clock)).toEqual(['answer']);
    expect(await inTime(Promise.reject(new Error('gone')), clock)).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  it('is left out after 5 s', async () => {
    const clock = fakeClock();
    const answer = inTime(gate().opened, clock);
    clock.advance(2_500);
    clock.advance(2_500);
    expect(await answer).toEqual([]);
  });

  it('may still come when this process itself was halted for longer', async () => {
    const clock = fakeClock();
    const { opened, open } = gate();
    const answer = inTime(
      opened.then(() => 'answer'),
      clock,
    );
    clock.advance(60_000);
    open();
    expect(await answer).toEqual(['answer']);
  });
});
