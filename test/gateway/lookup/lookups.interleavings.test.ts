import { passKeysOn } from '../../../src/gateway/keys/clientKeys.js';
import { createLookup, type FindResource } from '../../../src/gateway/lookup/findResource.js';
import { createIndexNames, entryOf } from '../../../src/gateway/lookup/lookupQuestion.js';
import { createMemoryIndex } from '../../../src/gateway/lookup/indexStore.js';
import { randomFrom } from '../../cutover/support/simulations.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { fakeMarket, type Offer, offer } from '../support/fakeMarket.ts';
import { pagedLookup, quiet } from '../support/lookups.ts';
import { repetitions } from '../../support/repetitions.ts';

const PARTS = repetitions(3, 10);
const WORLDS = 25;
const LOOKUPS = 40;
const LOGINS = 5;
const PROGRAMS = 4;

/** Lets whoever waits go on one by one, in an order that the dice decide. */
function createTurns(dice: (sides: number) => number) {
  const waiting: (() => void)[] = [];
  return {
    wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
    /** Until all is done, or nobody is left who could go on. */
    run: async (all: Promise<unknown>) => {
      const state = { isOver: false };
      void all.finally(() => (state.isOver = true)).catch(() => undefined);
      await quiet();
      while (!state.isOver) {
        const [next] = waiting.splice(dice(waiting.length), 1);
        if (next === undefined) throw new Error('everybody waits');
        next();
        await quiet();
      }
      return all;
    },
  };
}

const names = createIndexNames('secret');

/** A shop that programs change while they look logins up, over two processes with one index. */
async function playWorld(seed: number): Promise<{ readonly lookups: number; readonly wrong: string[] }> {
  const random = randomFrom(seed);
  const dice = (sides: number) => Math.floor(random() * sides);
  const turns = createTurns(dice);
  const lookup = pagedLookup(3);
  const caller = passKeysOn.identify(`Bearer key-${seed}`);
  if (caller === undefined) throw new Error('a bearer key is a key');
  const partition = names.partition(lookup.index, caller.key);
  const store = createMemoryIndex(1_000);
  const clock = fakeClock();
  let tick = 100;
  let newest = 11;
  const wrong: string[] = [];
  /** Lookups under way that may end with 404 because for a moment nobody had their login. */
  const missing = new Map<string, Set<object>>();

  const pick = () => `login-${dice(LOGINS)}`;
  // Two changes may fall into one second.
  const now = () => Math.floor((tick += 1) / 2) * 1_000;
  const market = fakeMarket(
    Array.from({ length: dice(12) }, (_, at) => ({ ...offer(at + 1, pick()), changed: (at + 1) * 1_000 })),
    () => turns.wait(),
  );
  const underWay = new Map<object, string>();
  const change = (next: Offer[]) => {
    market.stock = next;
    for (const [questions, login] of underWay) {
      if (!next.some((each) => each.login === login)) missing.get(login)?.add(questions);
    }
  };
  const process = (): FindResource =>
    createLookup({
      upstream: async (request) => {
        const answer = await market.upstream(request);
        await turns.wait();
        return answer;
      },
      clock,
      store,
      names,
      report: () => undefined,
      pageMs: 10_000,
      freshMs: dice(4) === 0 ? 0 : 60_000,
      pageBudget: 100,
    });
  const processes = [process(), process()];

  const create = async (login: string) => {
    await turns.wait();
    const madeEntry = { ...offer((newest += 1), login, dice(5) === 0 ? 'draft' : 'listed'), changed: now() };
    change([...market.stock, madeEntry]);
    await turns.wait();
    if (dice(2) === 0) return;
    const item = {
      id: String(madeEntry.id),
      key: login,
      preferred: madeEntry.status === 'listed',
      changed: madeEntry.changed,
    };
    await store.note(partition, [entryOf(item, partition, names)]);
  };
  const disturb = async () => {
    await turns.wait();
    const chosen = market.stock[dice(market.stock.length + 1)];
    if (chosen === undefined) return;
    const otherOffers = market.stock.filter((offer) => offer !== chosen);
    const changed = now();
    const kinds: readonly (() => Offer[])[] = [
      () => otherOffers,
      () => [...otherOffers, { ...chosen, login: pick(), changed }],
      () => [...otherOffers, { ...chosen, status: chosen.status === 'listed' ? 'draft' : 'listed', changed }],
      () => [...otherOffers, { ...chosen, changed }],
    ];
    change(kinds[dice(kinds.length)]?.() ?? []);
  };
  const lookUp = async (login: string): Promise<number> => {
    const entry = {};
    const has = () => market.stock.some((each) => each.login === login);
    const isThere = has();
    const gone = missing.get(login) ?? new Set();
    missing.set(login, gone);
    underWay.set(entry, login);
    const find = processes[dice(2)];
    const count = { beginCall: () => 0, endCall: () => undefined };
    const deadlineAt = clock.steady() + 10_000;
    const context = { id: 'r', caller, deadlineAt, watch: () => undefined, ...count };
    const v2 = { method: 'GET', template: '', success: 200, path: pathOf } as const;
    const foundResult = await find?.({
      v2,
      lookup,
      parameters: { login },
      context,
    });
    underWay.delete(entry);
    if (foundResult?.ok === true) return 200;
    if (foundResult?.failure.code !== 'notFound') return 503;
    if (isThere && !gone.has(entry)) wrong.push(`seed ${seed}: ${login} is there and was answered 404`);
    return 404;
  };
  let lookups = 0;
  const program = async () => {
    while (lookups < LOOKUPS) {
      lookups += 1;
      const login = pick();
      const status = await lookUp(login);
      if (status === 404 && dice(2) === 0) await create(login);
      for (let times = dice(4); times > 0; times -= 1) await disturb();
    }
  };
  await turns.run(Promise.all(Array.from({ length: PROGRAMS }, program)));
  return { lookups, wrong };
}

const pathOf = ({ account }: Readonly<Record<string, string>>) => `/v2/accounts/${account ?? ''}`;

describe('lookups of several programs through two processes, while offers are created, renamed, sold and deleted', () => {
  // In parts, each short enough for a busy machine.
  it.each(Array.from({ length: PARTS }, (_, share) => share * WORLDS + 1))(
    'never answer 404 for a login that existed throughout: 1,000 lookups from seed %d on',
    async (firstNumber) => {
      let lookups = 0;
      const wrong: string[] = [];
      for (let seed = firstNumber; seed < firstNumber + WORLDS; seed += 1) {
        const world = await playWorld(seed);
        lookups += world.lookups;
        wrong.push(...world.wrong);
      }
      expect(wrong).toEqual([]);
      expect(lookups).toBeGreaterThanOrEqual(1_000);
    },
  );
});
