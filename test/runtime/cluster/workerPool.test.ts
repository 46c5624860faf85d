import { setImmediate as nextTurn } from 'node:timers/promises';
import pino from 'pino';
import { failure, success } from '../../../src/contract/result.js';
import type { ToWorker } from '../../../src/runtime/cluster/workerMessages.js';
import { createWorkerPool } from '../../../src/runtime/cluster/workerPool.js';
import { fakeClock } from '../../gateway/support/fakeClock.ts';
import { shipped } from '../../support/shipped.ts';
import { FakeWorker, ORIGIN } from './support/fakeWorker.ts';
import { workerPlan } from './support/workerPlan.ts';

/** Opens a pool of workers, numbered from 1; `take` is asked with each message to one of them. */
function poolOf(count: number, take: (message: ToWorker, id: number) => boolean = () => true) {
  const clock = fakeClock();
  const workers: FakeWorker[] = [];
  const lines: string[] = [];
  const told = { crashes: 0, givenUp: 0 };
  const pool = createWorkerPool({
    fork: () => {
      const id = workers.length + 1;
      const worker = new FakeWorker(id);
      worker.take = (message) => take(message, id);
      workers.push(worker);
      return worker;
    },
    plan: workerPlan(ORIGIN),
    crashed: () => void (told.crashes += 1),
    giveUp: () => void (told.givenUp += 1),
    count,
    clock,
    logger: pino({}, { write: (line: string) => void lines.push(line) }),
  });
  const start = async () => {
    const started = pool.start();
    for (const worker of workers) worker.hello();
    const result = await started;
    await nextTurn();
    return result;
  };
  /** Lets every worker answer that can; then 5 s go by. */
  const tooLong = async () => {
    await nextTurn();
    clock.advance(2_500);
    clock.advance(2_500);
    await nextTurn();
  };
  const replace = async () => {
    clock.advance(500);
    workers.at(-1)?.hello();
    await nextTurn();
  };
  const signals = () => workers.map((worker) => worker.signals);
  return { clock, pool, workers, start, tooLong, replace, signals, lines, told };
}

describe('a pool of workers', () => {
  it('gives a worker the mappings that were accepted while it began', async () => {
    const newer = { ...shipped().texts };
    const { pool, workers } = poolOf(1, ({ kind }) => kind !== 'start');
    const started = pool.start();
    workers[0]?.hello();
    await nextTurn();
    pool.use({ mappings: newer });
    workers[0]?.say({ kind: 'started', started: success(ORIGIN) });
    expect(await started).toEqual(success(ORIGIN));
    await nextTurn();
    expect(workers[0]?.received).toContainEqual({
      kind: 'use',
      files: { mappings: newer },
    });
  });

  it('gives a worker no mappings twice, and a later worker the latest', async () => {
    const newer = { ...shipped().texts };
    const { start, pool, workers, replace } = poolOf(1);
    await start();
    expect(workers[0]?.received.map(({ kind }) => kind)).toEqual(['start', 'ask']);
    pool.use({ mappings: newer });
    await nextTurn();
    expect(workers[0]?.received.at(-1)).toEqual({ kind: 'use', files: { mappings: newer } });
    workers[0]?.end(null, 'SIGKILL');
    await replace();
    expect(workers[1]?.received).toMatchObject([
      { kind: 'start', plan: { mappings: newer } },
      { kind: 'ask' },
    ]);
  });

  it('leaves out a worker that does not answer, and one that has ended', async () => {
    const { start, pool, tooLong, signals, workers } = poolOf(
      2,
      (message, id) => id === 2 || message.kind !== 'ask' || message.figure === 'sign',
    );
    await start();
    const answers = pool.each('unlisted');
    await tooLong();
    expect(await answers).toEqual([['a path']]);
    expect(signals()).toEqual([[], []]);
    const late = pool.each('unlisted');
    workers[0]?.end(null, 'SIGKILL');
    expect(await late).toEqual([['a path']]);
  });

  it('accepts an answer that was sent during a long halt of this process', async () => {
    const { start, pool, clock, workers } = poolOf(
      1,
      (message) => message.kind !== 'ask' || message.figure === 'sign',
    );
    await start();
    const answers = pool.each('unlisted');
    await nextTurn();
    clock.advance(60_000);
    const askedEntry = workers[0]?.received.findLast((message) => message.kind === 'ask');
    workers[0]?.say({
      kind: 'answer',
      ticket: askedEntry?.kind === 'ask' ? askedEntry.ticket : 0,
      value: ['late'],
    });
    expect(await answers).toEqual([['late']]);
  });

  it('ends and replaces a worker that does not answer any more', async () => {
    let isStopped = false;
    const { start, pool, clock, tooLong, replace, signals } = poolOf(
      2,
      ({ kind }, id) => !(kind === 'ask' && id === 1 && isStopped),
    );
    await start();
    isStopped = true;
    clock.advance(1_000);
    await tooLong();
    expect(signals()).toEqual([['SIGKILL'], []]);
    expect(pool.serving()).toBe(1);
    await replace();
    expect(pool.serving()).toBe(2);
  });

  it('ends unresponsive workers one after the other, so that one always has the port', async () => {
    let isStopped = false;
    const { start, clock, tooLong, replace, signals } = poolOf(
      2,
      ({ kind }, id) => !(kind === 'ask' && id <= 2 && isStopped),
    );
    await start();
    isStopped = true;
    clock.advance(1_000);
    await tooLong();
    expect(signals().map(({ length }) => length)).toEqual([1, 0]);
    await replace();
    clock.advance(500);
    await tooLong();
    expect(signals().map(({ length }) => length)).toEqual([1, 1, 0]);
  });

  it('ends the last worker that does not answer once no other can start, as it may have the lock of the store', async () => {
    let isStopped = false;
    const { start, pool, workers, clock, tooLong, replace, signals } = poolOf(2, ({ kind }, id) => {
      if (kind === 'start' && id > 2 && isStopped && workers[1]?.signals.length === 0) {
        workers.at(-1)?.say({ kind: 'started', started: failure(['the store is locked']) });
        return false;
      }
      return !(kind === 'ask' && id === 2 && isStopped);
    });
    await start();
    isStopped = true;
    workers[0]?.end(null, 'SIGKILL');
    clock.advance(1_000);
    await tooLong();
    await replace();
    expect([signals()[1], pool.serving()]).toEqual([[], 1]);
    clock.advance(1_000);
    await tooLong();
    expect([signals()[1], pool.serving()]).toEqual([['SIGKILL'], 0]);
    await replace();
    await replace();
    expect(pool.serving()).toBeGreaterThan(0);
  });

  it('ends and replaces a worker to which nothing can be sent', async () => {
    const { start, pool, workers, signals } = poolOf(1);
    await start();
    for (const worker of workers) worker.broken = new Error('no channel');
    pool.use({ keyTable: [] });
    await nextTurn();
    expect(signals()).toEqual([['SIGKILL']]);
  });

  it('notes a worker that has ended after an error', async () => {
    const { start, workers, told } = poolOf(1);
    await start();
    workers[0]?.end(1);
    expect(told).toEqual({ crashes: 1, givenUp: 0 });
  });

  it('ends its workers by a message, as a signal ends a process at once on Windows, and replaces none', async () => {
    const { start, pool, clock, signals } = poolOf(1);
    await start();
    await pool.close();
    expect([pool.serving(), clock.pending()]).toEqual([0, 0]);
    expect(signals()).toEqual([[]]);
  });

  it('reports a replacement that fails, but not one that ends with the pool', async () => {
    const replaced = async (ends: 'alone' | 'with all others') => {
      const { start, pool, clock, workers, lines } = poolOf(1);
      await start();
      workers[0]?.kill('SIGKILL');
      clock.advance(500);
      if (ends === 'alone') workers[1]?.kill('SIGKILL');
      else await pool.close();
      await nextTurn();
      return lines.filter((line) => line.includes('could not be replaced'));
    };
    expect(await replaced('alone')).toHaveLength(1);
    expect(await replaced('with all others')).toEqual([]);
  });

  it('gives up after ten failed starts in a row without a serving worker', async () => {
    const { start, workers, replace, told } = poolOf(1, ({ kind }, id) => {
      if (kind !== 'start' || id === 1) return true;
      workers.at(-1)?.say({ kind: 'started', started: failure(['the port is taken']) });
      return false;
    });
    await start();
    workers[0]?.end(null, 'SIGKILL');
    for (let number = 1; number < 10; number += 1) await replace();
    expect(told.givenUp).toBe(0);
    await replace();
    expect(told.givenUp).toBe(1);
  });

  it('ends a worker that does not listen to messages yet by a signal', async () => {
    const { pool, signals } = poolOf(1);
    void pool.start();
    await pool.close();
    expect(signals().map(([signal]) => signal)).toEqual(['SIGTERM']);
  });

  it('kills a worker that has not ended in time', async () => {
    const { start, pool, clock, signals } = poolOf(1, ({ kind }) => kind !== 'end');
    await start();
    const closed = pool.close();
    await nextTurn();
    clock.advance(60_000);
    await closed;
    expect(signals()).toEqual([['SIGKILL']]);
  });
});
