import { createEvidenceRegistry } from '../../../src/cutover/evidence/evidenceRegistry';
import type { CutoverStore } from '../../../src/cutover/cutoverStore';
import type { Observation } from '../../../src/cutover/evidence/dailyEvidence';

const seen: Observation = { kind: 'compared', caller: 'a', operation: 'x', signature: 's', differs: false };

const at = (epoch: string) => ['offer', 'account'].map((name) => ({ name, operations: [], epoch }));

/** A book whose store notes what it is given as it was then; `during` happens meanwhile, and loading can be slow. */
async function openBook(during: () => Promise<void> = () => Promise.resolve()) {
  const kept = new Map<string, number>();
  let loading = Promise.resolve();
  const loadEvidence: CutoverStore['loadEvidence'] = () => loading.then(() => undefined);
  const saveEvidence: CutoverStore['saveEvidence'] = async (resource, epoch, days) => {
    const compared = days.reduce((sum, day) => sum + day.compared, 0);
    await during();
    kept.set(`${resource} ${epoch}`, compared);
  };
  const book = createEvidenceRegistry({ loadEvidence, saveEvidence }, () => 1);
  await book.open(at('e1'));
  const slowDown = (until: Promise<void>): void => {
    loading = until;
  };
  return { book, kept, slowDown };
}

describe('the registry of evidence', () => {
  it('keeps with the next look what is seen while it is being kept', async () => {
    const { book, kept } = await openBook(() => {
      book.observe('offer', seen);
      return Promise.resolve();
    });
    book.observe('offer', seen);
    await book.save();
    expect(kept).toEqual(new Map([['offer e1', 1]]));
    await book.save();
    expect(kept).toEqual(new Map([['offer e1', 2]]));
  });

  it('tries again what the store has refused', async () => {
    let broken = true;
    const refuse = () => (broken ? Promise.reject(new Error('disk gone')) : Promise.resolve());
    const { book, kept } = await openBook(refuse);
    book.observe('offer', seen);
    book.observe('account', seen);
    await expect(book.save()).rejects.toThrow('disk gone');
    broken = false;
    await book.save();
    expect([...kept.keys()].toSorted()).toEqual(['account e1', 'offer e1']);
  });

  it('keeps nothing of another epoch before it knows what is kept of that', async () => {
    let load = (): void => undefined;
    let adopted: Promise<void> | undefined;
    const { book, kept, slowDown } = await openBook(() => {
      adopted ??= book.open(at('e2'));
      book.observe('account', seen);
      return Promise.resolve();
    });
    slowDown(new Promise((resolve) => (load = resolve)));
    book.observe('offer', seen);
    book.observe('account', seen);
    await book.save();
    expect([...kept.keys()]).toEqual(['offer e1']);
    load();
    await adopted;
    await book.save();
    expect([...kept.keys()]).toEqual(['offer e1', 'account e2']);
  });

  it('begins anew only where the epoch is another', async () => {
    const { book } = await openBook();
    for (const resource of ['offer', 'account']) book.observe(resource, seen);
    await book.open([{ name: 'offer', operations: [], epoch: 'e2' }, ...at('e1').slice(1)]);
    expect(['offer', 'account'].map((name) => book.of(name).compared)).toEqual([0, 1]);
  });
});
