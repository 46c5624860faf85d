import pino from 'pino';
import type { WorkerCalls, WorkerPlan } from '../../../src/cli/workers/calls';
import { createCrew } from '../../../src/cli/workers/createCrew';
import { success } from '../../../src/translation/result';
import { fakeClock } from '../../gateway/support/fakeClock';
import { gate } from '../../gateway/support/gate';
import { shipped } from '../../support/shipped';
import { type FakeWorker, fakeWorker } from './support/fakeWorker';
import { acceptedMappings, workerPlan } from './support/workerPlan';

const ORIGIN = 'http://127.0.0.1:1';

/** A crew of workers that begin when asked to, unless their calls say otherwise; each is numbered from 1. */
function crewOf(count: number, callsOf: (id: number) => Partial<WorkerCalls> = () => ({})) {
  const clock = fakeClock();
  const workers: FakeWorker[] = [];
  let plan: WorkerPlan = workerPlan(ORIGIN);
  const crew = createCrew({
    fork: () => {
      const id = workers.length + 1;
      const begin = () => Promise.resolve(success(ORIGIN));
      const worker = fakeWorker(id, { begin, ...callsOf(id) });
      workers.push(worker);
      return worker;
    },
    plan: () => plan,
    callsOf: () => ({}) as never,
    left: () => undefined,
    ...{ count, clock, grace: 1_000, logger: pino({ enabled: false }) },
  });
  const start = async () => {
    const started = crew.start();
    await Promise.all(workers.map(({ hello }) => hello()));
    return started;
  };
  return {
    clock,
    crew,
    workers,
    start,
    change: (next: Partial<WorkerPlan>) => (plan = { ...plan, ...next }),
  };
}

describe('a crew', () => {
  it('gives a worker the mappings that were accepted while it began', async () => {
    const newer = acceptedMappings(shipped().texts);
    const [begins, mayServe] = [gate(), gate()];
    const taken: unknown[] = [];
    const { start, change } = crewOf(1, () => ({
      begin: async () => {
        begins.open();
        await mayServe.opened;
        return success(ORIGIN);
      },
      mappings: (accepted) => void taken.push(accepted),
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
    const { start } = crewOf(1, () => ({ mappings: (accepted) => void taken.push(accepted) }));
    await start();
    expect(taken).toEqual([]);
  });
});
