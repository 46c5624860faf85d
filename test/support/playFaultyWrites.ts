import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { randomFrom } from '../cutover/support/simulations.ts';
import { type Moment, MOMENTS, startFaultyRelay } from './startFaultyRelay.ts';
import { startStagedGateway, storyClock } from './startStagedGateway.ts';

/** Counts of what became of many writes. */
export interface FaultyWrites {
  readonly twice: number;
  readonly acknowledgedNotExecuted: number;
  /** Executed, but the client learned neither that nor that it may have been. */
  readonly executedUnsaid: number;
  /** Answered as ambiguous, and not on the list. */
  readonly ambiguousUnlisted: number;
  /** Connections that ended without a whole answer: their writes can only be found on the list. */
  readonly cutOff: number;
  /** Lines on the list that belong to no ambiguous or cut-off answer, or the other way round. */
  readonly listedOtherwise: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byServer: Readonly<Record<string, number>>;
  readonly ambiguous: number;
}

interface Reported {
  readonly status: number;
  readonly server: string;
  readonly ambiguous: boolean;
  readonly id: string;
}

/** At the same time under way. */
const CLIENTS = 16;
const START = Date.UTC(2025, 10, 10);

const countBy = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

async function openPlayground(seed: number) {
  const random = randomFrom(seed);
  const clock = storyClock(START);
  const sandbox = await openSandbox({ clock });
  // Every second request is left alone; the others lose their connection at one of six moments.
  const momentOf = (): Moment =>
    random() < 0.5 ? 'never' : (MOMENTS[Math.floor(random() * (MOMENTS.length - 1))] ?? 'never');
  const nameOf = (request: string) => /"description":"(write \d+)"/.exec(request)?.[1];
  const v1 = await startFaultyRelay(sandbox.origin, momentOf, nameOf);
  const v2 = await startFaultyRelay(sandbox.origin, momentOf, nameOf);
  const sunset = Date.UTC(2025, 10, 30);
  const gateway = await startStagedGateway({
    v1: v1.origin,
    v2: v2.origin,
    keys: sandbox.keys,
    clock,
    sunset,
  });
  return { clock, sandbox, v1, v2, gateway };
}

type Playground = Awaited<ReturnType<typeof openPlayground>>;

/** One write of a client, named so that it can be found on both sides. */
async function writeOnce({ gateway, sandbox }: Playground, name: string): Promise<Reported | undefined> {
  const { keys, sampleCurrencyOfferId: id, sampleCurrencyGame: game } = sandbox;
  const delivery_time = { duration: 5, unit: 'minutes' };
  const change = { description: name, price: 1, game, stock: 5, min_quantity: 1, delivery_time };
  try {
    const answer = await fetch(`${gateway.origin}/v1/currency-offers/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${keys.v1}`, 'content-type': 'application/json' },
      body: JSON.stringify(change),
    });
    await answer.arrayBuffer();
    return {
      status: answer.status,
      server: answer.headers.get('x-lifeboat-served-by') ?? '',
      ambiguous: answer.headers.get('x-lifeboat-ambiguous') === '1',
      id: answer.headers.get('x-request-id') ?? '',
    };
  } catch {
    return undefined; // an answer that had begun was cut off
  }
}

function judge(
  reported: readonly (Reported | undefined)[],
  { v1, v2 }: Playground,
  listed: ReadonlySet<string>,
): FaultyWrites {
  const times = (index: number) => {
    const name = `write ${index}`;
    return (v1.executed.get(name) ?? 0) + (v2.executed.get(name) ?? 0);
  };
  const count = (fits: (reported: Reported | undefined, executed: number) => boolean) =>
    reported.filter((reported, index) => fits(reported, times(index))).length;
  const answers = reported.filter((reported) => reported !== undefined);
  const cutOff = reported.length - answers.length;
  return {
    twice: count((_one, executed) => executed > 1),
    acknowledgedNotExecuted: count((reported, executed) => reported?.status === 200 && executed === 0),
    executedUnsaid: count(
      (reported, executed) =>
        executed > 0 && reported !== undefined && reported.status !== 200 && !reported.ambiguous,
    ),
    ambiguousUnlisted: count((reported) => reported?.ambiguous === true && !listed.has(reported.id)),
    cutOff,
    listedOtherwise: listed.size - cutOff - answers.filter(({ ambiguous }) => ambiguous).length,
    byStatus: countBy(answers.map(({ status }) => String(status))),
    byServer: countBy(answers.map(({ server }) => server)),
    ambiguous: listed.size,
  };
}

/** Plays so many writes at stage canary, with fallback, against a v1 and a v2 that lose connections at random moments. */
export async function playFaultyWrites(writes: number, seed: number): Promise<FaultyWrites> {
  const playground = await openPlayground(seed);
  const { clock, gateway, v1, v2, sandbox } = playground;
  const by = { resource: 'currency-offer', actor: 'ada', reason: 'faults', force: true };
  try {
    await gateway.cutover.change({ ...by, change: { kind: 'move', to: { kind: 'canary', percent: 50 } } });
    // Pinned, so that the canary does not go back after the first errors and the whole table is played.
    await gateway.cutover.change({ ...by, change: { kind: 'pin', caller: gateway.caller, side: 'v2' } });
    const reported: (Reported | undefined)[] = [];
    let next = 0;
    const client = async (): Promise<void> => {
      for (let index = next++; index < writes; index = next++) {
        reported[index] = await writeOnce(playground, `write ${index}`);
        // The breaker opens and rests: both sides get their share.
        clock.set(clock.now() + 1_500);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    await gateway.close(); // an answer that was cut off is listed when its connection has ended
    const listed = new Set((await gateway.store.writes()).map(({ id }) => id));
    return judge(reported, playground, listed);
  } finally {
    await Promise.all([v1.close(), v2.close()]);
    await sandbox.close();
  }
}
