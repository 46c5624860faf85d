import { fc } from '../support/fastCheck.ts';
import {
  createJournal,
  createWaitingEntries,
  type Health,
  createSharedRounds,
} from '../../src/contract/journal.js';

/** A store that takes entries or fails, as scheduled; what it has is what it was given in calls that succeeded. */
function scheduled(fates: readonly boolean[], meanwhile: () => void = () => undefined) {
  const has: number[] = [];
  const queue = [...fates];
  const store = (entries: readonly number[]): Promise<void> => {
    meanwhile();
    if (queue.shift() === false) return Promise.reject(new Error('disk full'));
    has.push(...entries);
    return Promise.resolve();
  };
  return { has, store };
}

describe('an entry that waits for a store', () => {
  it('is stored once and in order, despite failures and new entries', async () => {
    const rounds = fc.array(
      fc.record({ before: fc.nat(4), meanwhile: fc.nat(2), atOnce: fc.integer({ min: 1, max: 3 }) }),
    );
    await fc.assert(
      fc.asyncProperty(rounds, fc.array(fc.boolean(), { maxLength: 60 }), async (steps, fates) => {
        const waiting = createWaitingEntries<number>();
        let madeCount = 0;
        let later = 0;
        const add = (count: number) => {
          for (let more = 0; more < count; more += 1) waiting.add(madeCount++);
        };
        const { has, store } = scheduled(fates, () => add(later-- > 0 ? 1 : 0));
        for (const { before: countBefore, meanwhile, atOnce } of steps) {
          later = meanwhile;
          add(countBefore);
          await waiting.drain(store, atOnce).catch(() => undefined);
          expect([...has, ...waiting.all()]).toEqual(
            Array.from({ length: madeCount }, (_, number) => number),
          );
        }
        later = 0;
        const sound = scheduled([]);
        await waiting.drain(sound.store);
        expect([...has, ...sound.has]).toEqual(Array.from({ length: madeCount }, (_, number) => number));
        expect(waiting.all()).toEqual([]);
      }),
    );
  });

  it('is stored in its last version, even if it changes meanwhile', async () => {
    const waiting = createWaitingEntries<{ readonly id: string; readonly at: number }>({
      keyOf: ({ id }) => id,
    });
    waiting.add({ id: 'a', at: 1 });
    waiting.add({ id: 'b', at: 1 });
    const batches: unknown[] = [];
    await waiting.drain((entries) => {
      batches.push(entries.map(({ id, at }) => `${id}${at}`));
      if (batches.length === 1) waiting.add({ id: 'a', at: 2 });
      return Promise.resolve();
    });
    expect(batches).toEqual([['a1', 'b1'], ['a2']]);
    expect(waiting.get('a')).toBeUndefined();
  });

  it('is dropped as the oldest of too many', () => {
    const waiting = createWaitingEntries<number>({ most: 3 });
    for (let number = 0; number < 10; number += 1) waiting.add(number);
    expect(waiting.all()).toEqual([7, 8, 9]);
  });
});

describe('a journal', () => {
  const story = () => {
    const healthStates: Health[] = [];
    const journal = createJournal(
      () => 7,
      (health) => healthStates.push(health),
    );
    const done: string[] = [];
    const step = (name: string, fails: () => boolean) => (): Promise<void> => {
      done.push(name);
      return fails() ? Promise.reject(new Error(`${name} fails`)) : Promise.resolve();
    };
    return { journal, said: healthStates, done, step };
  };
  const never = () => false;

  it('checks and saves a sound store, renews a failing one first, and reports each change once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('sound', 'check', 'renew', 'save'), { maxLength: 30 }),
        async (rounds) => {
          const { journal, said: healthStates, done, step } = story();
          let isSound = true;
          for (const fate of rounds) {
            done.length = 0;
            const was: boolean = isSound;
            const round = ['check', 'renew', 'save'].map((name) => step(name, () => name === fate));
            const [check, renew, save] = round as [
              () => Promise<void>,
              () => Promise<void>,
              () => Promise<void>,
            ];
            await journal.attend({ check, renew, save });
            const renews: boolean = !was || fate === 'check';
            const renewed: boolean = renews && fate === 'renew';
            expect(done).toEqual(['check', ...(renews ? ['renew'] : []), ...(renewed ? [] : ['save'])]);
            isSound = !renewed && fate !== 'save';
            expect(journal.health().ok).toBe(isSound);
          }
          const turns = healthStates.map(({ ok }) => ok);
          expect(turns).toEqual(turns.map((_, at) => at % 2 === 1));
        },
      ),
    );
  });

  it('tells since when and why the store fails, and keeps the first reason', async () => {
    const { journal, said: healthStates, step } = story();
    journal.onError(Object.assign(Object.create(null) as object, { message: 'database or disk is full' }));
    journal.onError(new Error('later'));
    expect(journal.health()).toEqual({ ok: false, since: 7, reason: 'database or disk is full' });
    await journal.attend({ renew: step('renew', never) });
    expect(healthStates.map(({ ok }) => ok)).toEqual([false, true]);
  });
});

describe('shared rounds', () => {
  it('do the work requested during a round once, after it', async () => {
    let running = 0;
    let rounds = 0;
    const share = createSharedRounds(async () => {
      rounds += 1;
      expect((running += 1)).toBe(1);
      await new Promise(setImmediate);
      running -= 1;
    });
    const firstPromise = share();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.all([firstPromise, share(), share(), share()]);
    expect(rounds).toBe(2);
  });
});
