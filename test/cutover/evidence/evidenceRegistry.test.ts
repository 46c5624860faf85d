import { setImmediate as nextTurn } from 'node:timers/promises';
import { createEvidenceCounter, type Observation } from '../../../src/cutover/evidence/dailyEvidence';
import { createEvidenceRegistry } from '../../../src/cutover/evidence/evidenceRegistry';
import { noEvidence } from '../../../src/cutover/evidence/evidence';
import type { CutoverStore } from '../../../src/cutover/cutoverStore';
import { openMemoryStore } from '../../../src/store/wholeStore';

const seenObservation: Observation = {
  kind: 'compared',
  caller: 'a',
  operation: 'x',
  signature: 's',
  differs: false,
};

const at = (epoch: string) => ['offer', 'account'].map((name) => ({ name, operations: [], epoch }));

/** Opens a registry whose store records a copy of what it is given; `during` runs meanwhile, and loading can be slow. */
async function openRegistry(during: () => Promise<void> = () => Promise.resolve()) {
  const keptMap = new Map<string, number>();
  let loading = Promise.resolve();
  const loadEvidence: CutoverStore['loadEvidence'] = () => loading.then(() => undefined);
  const saveEvidence: CutoverStore['saveEvidence'] = async (resource, epoch, days) => {
    const compared = days.reduce((sum, day) => sum + day.compared, 0);
    await during();
    keptMap.set(`${resource} ${epoch}`, compared);
  };
  const registry = createEvidenceRegistry({ loadEvidence, saveEvidence }, () => 1);
  await registry.open(at('e1'));
  const slowDown = (until: Promise<void>): void => {
    loading = until;
  };
  const save = (): Promise<void> =>
    registry.save(async (all) => {
      for (const counted of all) await saveEvidence(...counted);
    });
  return { registry, save, kept: keptMap, slowDown };
}

describe('the registry of evidence', () => {
  it('saves observations during a save with the next call', async () => {
    const {
      registry,
      save,
      kept: keptMap,
    } = await openRegistry(() => {
      registry.observe('offer', seenObservation);
      return Promise.resolve();
    });
    registry.observe('offer', seenObservation);
    await save();
    expect(keptMap).toEqual(new Map([['offer e1', 1]]));
    await save();
    expect(keptMap).toEqual(new Map([['offer e1', 2]]));
  });

  it('saves again after the store has failed', async () => {
    let broken = true;
    const refuse = () => (broken ? Promise.reject(new Error('disk gone')) : Promise.resolve());
    const { registry, save, kept: keptMap } = await openRegistry(refuse);
    registry.observe('offer', seenObservation);
    registry.observe('account', seenObservation);
    await expect(save()).rejects.toThrow('disk gone');
    broken = false;
    await save();
    expect([...keptMap.keys()].toSorted()).toEqual(['account e1', 'offer e1']);
  });

  it('saves nothing of a new epoch before its stored evidence is loaded', async () => {
    let load = (): void => undefined;
    let [adopted, isAdopting] = [Promise.resolve(), false];
    const {
      registry,
      save,
      kept: keptMap,
      slowDown,
    } = await openRegistry(() => {
      if (!isAdopting) {
        isAdopting = true;
        adopted = registry.open(at('e2'));
        registry.observe('account', seenObservation);
      }
      return Promise.resolve();
    });
    slowDown(new Promise((resolve) => (load = resolve)));
    registry.observe('offer', seenObservation);
    registry.observe('account', seenObservation);
    await save();
    expect([...keptMap.keys()].toSorted()).toEqual(['account e1', 'offer e1']);
    load();
    await adopted;
    await save();
    expect([...keptMap.keys()].toSorted()).toEqual(['account e1', 'account e2', 'offer e1']);
  });

  it('starts the counts of comparisons again, and keeps all others', async () => {
    const { registry } = await openRegistry();
    registry.observe('offer', seenObservation);
    const { since } = registry.of('offer');
    registry.recount('offer', [
      { ...seenObservation, at: 1 },
      { ...seenObservation, differs: true, at: 1 },
    ]);
    expect(registry.of('offer')).toMatchObject({ since, compared: 2, differing: 1 });
  });

  it('accepts nothing from an epoch that ended while its evidence was loaded', async () => {
    const counter = createEvidenceCounter(noEvidence(1));
    counter.observe(seenObservation);
    const loads = new Map<string, () => void>();
    const { saveEvidence } = (await openMemoryStore()).cutover;
    const loadEvidence: CutoverStore['loadEvidence'] = (_resource, epoch) =>
      new Promise((resolve) =>
        loads.set(epoch, () => resolve(epoch === 'e1' ? [counter.evidence] : undefined)),
      );
    const registry = createEvidenceRegistry({ loadEvidence, saveEvidence }, () => 1);
    const opened = ['e1', 'e2'].map((epoch) => registry.open(at(epoch).slice(0, 1)));
    await nextTurn();
    loads.get('e1')?.();
    await nextTurn();
    loads.get('e2')?.();
    await Promise.all(opened);
    expect(registry.of('offer').compared).toBe(0);
  });

  it('starts again only if the epoch has changed', async () => {
    const { registry } = await openRegistry();
    for (const resource of ['offer', 'account']) registry.observe(resource, seenObservation);
    await registry.open([{ name: 'offer', operations: [], epoch: 'e2' }, ...at('e1').slice(1)]);
    expect(['offer', 'account'].map((name) => registry.of(name).compared)).toEqual([0, 1]);
  });
});
