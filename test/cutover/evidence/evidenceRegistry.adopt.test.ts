import type { Observation } from '../../../src/cutover/evidence/dailyEvidence.js';
import { openMemoryStore } from '../../../src/store/wholeStore.js';
import { fragileStore } from '../support/fragileStore.ts';
import { openTestCutover, planOf } from '../support/openTestCutover.ts';
import { served } from '../support/served.ts';

const HOUR = 3_600_000;

const subjectOf = (epoch: string) => ({
  resources: [{ name: 'offer', operations: ['readOffer', 'updateOffer'], epoch }],
});
const next = subjectOf('e2');

const compared = (request: number): Observation => {
  const operation = request % 2 === 0 ? 'readOffer' : 'updateOffer';
  return { kind: 'compared', caller: 'a', operation, signature: operation, differs: false };
};

/** A plan that takes the canary as soon as the evidence allows it. */
const plan = planOf({
  advance: 'automatic',
  steps: [{ resource: 'offer', to: 'canary 5%', notBefore: '2025-09-01T00:00', require: { dwell: 0 } }],
});

/** A cutover in the stage shadow that has seen enough for the canary, and a store that can be broken. */
async function openStory() {
  const { store, counters, failing } = await fragileStore();
  const cutover = await openTestCutover({ store, counters, plan });
  await cutover.moveTo({ kind: 'shadow' });
  for (let request = 0; request < 700; request += 1) {
    cutover.served(served({ operation: compared(request).operation, side: 'v1' }));
    cutover.observe('offer', compared(request));
  }
  cutover.clock.at += HOUR;
  const stand = () => {
    const [overview] = cutover.overview();
    if (overview === undefined) throw new Error('no offer');
    const { state, evidence, next: step } = overview;
    const { stage, held: heldHold, epoch } = state;
    const verdict = step?.judgement.verdict;
    const { compared, v1 } = evidence;
    const hasHold = heldHold !== undefined;
    return { stage: stage.kind, held: hasHold, epoch, compared, served: v1.requests, verdict };
  };
  return { cutover, failing, stand };
}

describe('a changed mapping while the store fails', () => {
  it('holds moved resources at once, and lets no step use evidence of the old mapping', async () => {
    const { cutover, failing, stand } = await openStory();
    expect(stand()).toMatchObject({ verdict: 'ready', compared: 700 });
    failing.broken = true;
    await cutover.adopt(next);
    const adopted = { stage: 'shadow', held: true, epoch: 'e2', compared: 0 };
    expect(stand()).toMatchObject(adopted);
    await cutover.tick();
    expect(cutover.health()).toMatchObject({ ok: false });
    failing.broken = false;
    await cutover.tick();
    expect(stand()).toMatchObject(adopted);
    expect(cutover.events().map(({ change }) => change.kind)).toEqual(['move', 'epoch']);
  });

  it('is tried again at every check of the store, until what was served under it before is loaded', async () => {
    const { cutover, failing, stand } = await openStory();
    await cutover.adopt(next);
    await cutover.tick();
    failing.broken = true;
    await cutover.adopt(subjectOf('e1'));
    await cutover.tick();
    expect(cutover.health()).toMatchObject({ ok: false });
    failing.broken = false;
    await cutover.tick();
    expect(stand()).toMatchObject({ epoch: 'e1', served: 700 });
    expect(cutover.health()).toEqual({ ok: true });
  });

  it('is in force meanwhile if it has no stored evidence', async () => {
    const { cutover, failing, stand } = await openStory();
    failing.broken = true;
    await cutover.adopt(next);
    for (let request = 0; request < 7; request += 1) cutover.observe('offer', compared(request));
    failing.broken = false;
    await cutover.tick();
    expect(stand()).toMatchObject({ compared: 7, served: 0 });
  });

  it('yields to an older or newer mapping, whichever is adopted last', async () => {
    const { cutover, failing, stand } = await openStory();
    await cutover.tick(); // the plan takes its step
    failing.broken = true;
    await cutover.adopt(next);
    await cutover.adopt(subjectOf('e1'));
    failing.broken = false;
    await cutover.tick();
    expect(stand()).toMatchObject({ stage: 'canary', held: true, epoch: 'e1', compared: 700 });
  });

  it('permits no step of the plan while the store fails, even after a release', async () => {
    const { cutover, failing, stand } = await openStory();
    await cutover.adopt(next);
    for (let request = 0; request < 700; request += 1) cutover.observe('offer', compared(request));
    await cutover.ask({ kind: 'release' });
    failing.broken = true;
    await cutover.tick();
    expect(stand()).toMatchObject({ stage: 'shadow', held: false });
    failing.broken = false;
    await cutover.tick();
    expect(stand()).toMatchObject({ stage: 'canary', epoch: 'e2', compared: 700 });
  });
});

describe('the same mapping adopted twice', () => {
  it('loses no observation after the last save of its evidence', async () => {
    const { cutover, stand } = await openStory();
    await cutover.adopt(subjectOf('e1'));
    expect(stand()).toMatchObject({ held: false, compared: 700 });
  });

  it('finds its evidence again after another mapping that was withdrawn at once', async () => {
    const { cutover, stand } = await openStory();
    await cutover.adopt(next);
    expect(stand()).toMatchObject({ compared: 0 });
    await cutover.adopt(subjectOf('e1'));
    expect(stand()).toMatchObject({ compared: 700 });
  });

  it('finds its evidence even if the store failed meanwhile', async () => {
    const { cutover, failing, stand } = await openStory();
    failing.broken = true;
    await cutover.adopt(next);
    failing.broken = false;
    await cutover.adopt(subjectOf('e1'));
    expect(stand()).toMatchObject({ compared: 700 });
  });
});

describe('the start of a cutover', () => {
  it('fails with its store, because unreadable evidence is not reliable', async () => {
    const { cutover: store, counters } = await openMemoryStore();
    const sums = () => Promise.reject(new Error('disk gone'));
    await expect(openTestCutover({ store, counters: { ...counters, sums } })).rejects.toThrow('disk gone');
  });
});
