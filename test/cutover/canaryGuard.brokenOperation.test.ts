import { openWholeStore, type WholeStore } from '../../src/store/wholeStore.js';
import type { ServedRequest } from '../../src/cutover/evidence/traffic.js';
import type { Stage } from '../../src/cutover/stages/stage.js';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { openTestCutover, planOf, type TestCutover } from './support/openTestCutover.ts';
import { served as request, servedBy } from './support/served.ts';

const folder = temporaryFolder();

const MINUTE = 60_000;

const failure = servedBy({ failed: true, signature: 'upstreamFailed', rescue: 'answered' });
const ofV1 = servedBy({ side: 'v1', because: 'outsideCanary' });

async function at(stage: Stage, ownStore?: WholeStore): Promise<TestCutover> {
  const cutover = await openTestCutover(ownStore && { store: ownStore.cutover, counters: ownStore.counters });
  await cutover.moveTo(stage);
  return cutover;
}

const stageOf = (cutover: TestCutover): string => cutover.overview()[0]?.state.stage.kind ?? '';

const texts = (cutover: TestCutover): readonly string[] => cutover.alarms.current().map(({ text }) => text);

function serve(cutover: TestCutover, times: number, served: ServedRequest): void {
  for (let time = 0; time < times; time += 1) cutover.served(served);
}

describe('an operation that fails on v2 and works on v1', () => {
  it.each<Stage>([{ kind: 'v2' }, { kind: 'canary', percent: 5 }])(
    'moves its resource back to shadow at the fifth failure in a row, all of one caller: %j',
    async (stage) => {
      const cutover = await at(stage);
      const because = stage.kind === 'canary' ? 'inCanary' : 'stage';
      serve(cutover, 20, request({ because }));
      for (let time = 0; time < 4; time += 1) {
        cutover.clock.at += 20 * MINUTE;
        serve(cutover, 1, failure({ because }));
        serve(cutover, 1, request({ operation: 'updateOffer', because }));
      }
      expect(stageOf(cutover)).toBe(stage.kind);
      serve(cutover, 1, failure({ because }));
      expect(stageOf(cutover)).toBe('shadow');
      await cutover.tick();
      expect(cutover.events().at(-1)).toMatchObject({
        cause: 'breaker',
        reason: 'readOffer: the last 5 requests have failed on v2',
      });
    },
  );

  it('moves its resource back if more than half of ten requests within two minutes have failed', async () => {
    const cutover = await at({ kind: 'v2' });
    for (const failed of [true, false, true, true, false, true, false, true, false, true]) {
      expect(stageOf(cutover)).toBe('v2');
      cutover.clock.at += 11_000;
      cutover.served(failed ? failure() : request());
    }
    expect(stageOf(cutover)).toBe('shadow');
    const slow = await at({ kind: 'v2' });
    for (let time = 0; time < 40; time += 1) {
      slow.clock.at += 25_000;
      slow.served(time % 4 === 0 ? request() : failure());
    }
    expect(stageOf(slow)).toBe('v2');
  });

  it('keeps its count over a restart, even after a kill', async () => {
    const file = folder.path('cutover.db');
    const firstOwnStore = await openWholeStore(file);
    const previousTestCutover = await at({ kind: 'v2' }, firstOwnStore);
    serve(previousTestCutover, 3, failure());
    // No timer runs: what was begun before the second look has ended with it.
    for (const look of [previousTestCutover.verify, previousTestCutover.verify]) await look();
    await firstOwnStore.close();
    const second = await openWholeStore(file);
    const nextTestCutover = await openTestCutover({ store: second.cutover, counters: second.counters });
    serve(nextTestCutover, 1, failure());
    expect(stageOf(nextTestCutover)).toBe('v2');
    serve(nextTestCutover, 1, failure());
    expect(stageOf(nextTestCutover)).toBe('shadow');
    await nextTestCutover.tick();
    await second.close();
  });

  it('starts its count again after a move', async () => {
    const cutover = await at({ kind: 'canary', percent: 5 });
    serve(cutover, 4, failure({ because: 'inCanary' }));
    cutover.clock.at += 1;
    await cutover.moveTo({ kind: 'v2' });
    serve(cutover, 4, failure());
    expect(stageOf(cutover)).toBe('v2');
  });
});

describe('an operation that fails on v2', () => {
  it('keeps its stage if v1 was called instead and failed too', async () => {
    const cutover = await at({ kind: 'v2' });
    serve(cutover, 30, failure({ rescue: 'failed' }));
    expect(stageOf(cutover)).toBe('v2');
  });

  it('keeps its stage if requests to v1 fail as well', async () => {
    const cutover = await at({ kind: 'canary', percent: 5 });
    for (let time = 0; time < 10; time += 1) {
      serve(cutover, 2, ofV1({ failed: true, signature: '500' }));
      serve(cutover, 1, failure({ because: 'inCanary', rescue: undefined }));
    }
    expect(stageOf(cutover)).toBe('canary');
  });

  it.each<[string, Partial<ServedRequest>]>([
    ['a person has sent the caller there', { because: 'pinned' }],
    ['the operator tries it out', { because: 'forced' }],
    ['the queue of the gateway is full', { signature: 'overloaded' }],
    ['the index is being read', { signature: 'indexing' }],
    ['v2 has answered: a refusal is no failure', { failed: false, signature: '404', rescue: undefined }],
  ])('keeps its stage where %s', async (_why, more) => {
    const cutover = await at({ kind: 'canary', percent: 5 });
    serve(cutover, 30, failure({ because: 'inCanary', ...more, caller: 'a' }));
    expect(stageOf(cutover)).toBe('canary');
  });

  it('keeps its stage after the end of v1', async () => {
    const cutover = await at({ kind: 'v2' });
    cutover.clock.at = Date.UTC(2026, 0, 1);
    serve(cutover, 30, failure({ because: 'sunset', rescue: undefined }));
    expect(cutover.events()).toHaveLength(1);
  });
});

describe('failing requests', () => {
  // The empty canary and the failures of each caller raise alarms of their own.
  const otherTexts = ['emptyCanary', 'callers v1', 'callers v2'];
  const texts = (cutover: TestCutover) =>
    cutover.alarms.current().flatMap(({ kind, text }) => (otherTexts.includes(kind) ? [] : [text]));

  it('raise an alarm for each side from the fifth within five minutes and above 5%, down to 2%', async () => {
    const cutover = await at({ kind: 'shadow' });
    const failed = ofV1({ failed: true, signature: '500' });
    serve(cutover, 16, ofV1());
    serve(cutover, 4, failed);
    expect(texts(cutover)).toEqual([]);
    serve(cutover, 1, failed);
    expect(texts(cutover)).toEqual([
      'offer: v1 has failed requests of the last five minutes: readOffer 5 of 21',
    ]);
    serve(cutover, 200, ofV1());
    expect(texts(cutover)).toHaveLength(1);
    serve(cutover, 40, ofV1());
    expect(texts(cutover)).toEqual([]);
    serve(cutover, 1, failed);
    expect(texts(cutover)).toEqual([]);
  });

  it('raise an alarm even if they are rare, as long as no request succeeds between them', async () => {
    const cutover = await at({ kind: 'shadow' });
    for (let time = 0; time < 5; time += 1) {
      expect(texts(cutover)).toEqual([]);
      cutover.clock.at += 10 * MINUTE;
      serve(cutover, 1, ofV1({ failed: true, signature: '502' }));
    }
    cutover.clock.at += 10 * MINUTE;
    expect(texts(cutover)).toHaveLength(1);
    serve(cutover, 1, ofV1());
    expect(texts(cutover)).toEqual([]);
  });

  it('raise a separate alarm if v1 answers for v2, and all alarms end after a calm period', async () => {
    const cutover = await at({ kind: 'v2' });
    serve(cutover, 5, failure());
    await cutover.tick();
    expect(texts(cutover)).toEqual([
      'offer has its breaker open, as v2 keeps failing: v1 answers instead',
      'offer went back to shadow by itself, as v2 failed: see `lifeboat stage log`',
      'offer: v2 has failed requests of the last five minutes: readOffer 5 of 5',
      "offer: v1 has answered in v2's place 5 of 5 requests of the last five minutes",
    ]);
    cutover.clock.at += 61 * MINUTE;
    expect(texts(cutover)).toEqual([]);
    const kinds = cutover.notices.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'degraded')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'recovered')).toHaveLength(5);
  });

  it('include refusals by v2 for a caller that was answered before, and for no other caller', async () => {
    const refused = request({ refused: true, signature: 'unauthenticated', because: 'inCanary' });
    const strangers = await at({ kind: 'canary', percent: 5 });
    serve(strangers, 30, refused);
    expect([stageOf(strangers), texts(strangers)]).toEqual(['canary', []]);

    const knownTestCutover = await at({ kind: 'canary', percent: 5 });
    knownTestCutover.served(ofV1());
    serve(knownTestCutover, 5, refused);
    expect(stageOf(knownTestCutover)).toBe('shadow');
    expect(texts(knownTestCutover)).toContain(
      'offer: v2 has failed requests of the last five minutes: readOffer 5 of 5',
    );
  });
});

it('does not count a 429 of v2 as a success between two failures', async () => {
  const cutover = await at({ kind: 'v2' });
  const limited = request({ signature: 'rateLimited' });
  for (const served of [1, 2, 3, 4, 5].flatMap(() => [limited, failure()])) cutover.served(served);
  expect(stageOf(cutover)).toBe('shadow');
});

describe('an alarm that affects no client yet', () => {
  it('is raised for a side that takes seconds to answer', async () => {
    const cutover = await at({ kind: 'v2' });
    serve(cutover, 4, request({ milliseconds: 3_000 }));
    serve(cutover, 10, request({ milliseconds: 2_999 }));
    expect(texts(cutover)).toEqual([]);
    serve(cutover, 1, request({ milliseconds: 3_000 }));
    expect(texts(cutover)).toEqual([
      expect.stringMatching(/^offer: v2 has been slow, .+: readOffer 5 of 15$/),
    ]);
    expect(stageOf(cutover)).toBe('v2');
  });

  it('is raised for a write that may have been executed, until a person closes it', async () => {
    const cutover = await at({ kind: 'v2' });
    const common = { resource: 'offer', operation: 'updateOffer', caller: 'a', side: 'v2' } as const;
    const knownEntry = { id: 'r-1', target: 'PATCH /v1/offers/1', problem: 'upstreamBroken' };
    await cutover.ambiguous({ ...common, ...knownEntry });
    expect(texts(cutover)).toEqual([expect.stringMatching(/^offer: a write may have been executed/)]);
    await cutover.closeWrite('r-1', 'ada', 'looked at it');
    expect(texts(cutover)).toEqual([]);
  });

  it('is raised for an unexecuted part of a bulk change, which is not ambiguous', async () => {
    const cutover = await at({ kind: 'v2' });
    const askedEntry = {
      operation: 'updateOffers',
      target: 'POST /v2/offers/1/list',
      problem: 'rateLimited',
    };
    const remainingEntry = { ...askedEntry, resource: 'offer', caller: 'a', side: 'v2' } as const;
    await cutover.undone(['r-1', 'r-2'].map((id) => ({ ...remainingEntry, id })));
    await cutover.ambiguous({ ...remainingEntry, id: 'r-3', problem: 'upstreamBroken' });
    expect(texts(cutover)).toEqual([
      'offer: a write may have been executed, and 2 writes of a change of several were not executed: see `lifeboat writes`',
    ]);
  });

  it.each([
    ['v2', /^offer is not ready for v2, a day and more after its date: .+/],
    ['shadow', /^offer is ready for shadow, and nobody has moved it, a day and more after its date$/],
  ])('is raised for a step of the plan a day after its date: %s', async (to, text) => {
    const steps = [{ resource: 'offer', to, notBefore: '2025-10-01T00:00' }];
    const cutover = await openTestCutover({ plan: planOf({ zone: 'UTC', advance: 'automatic', steps }) });
    cutover.clock.at += 1_440 * MINUTE - 1;
    expect(texts(cutover)).toEqual([]);
    cutover.clock.at += 1;
    expect(texts(cutover)).toEqual([expect.stringMatching(text)]);
  });
});
