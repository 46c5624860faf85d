import { createReload, type ReloadOutcome, type ReloadParts } from '../../../src/runtime/reload/reload';
import type { Candidate } from '../../../src/runtime/reload/mappingsThread';
import type { Mappings } from '../../../src/mapping/compile/loadMappings';
import { success } from '../../../src/contract/result';
import { shipped } from '../../support/shipped';
import { gate } from '../../gateway/support/gate';

const mappings = (hash: string): Mappings => ({
  ...shipped(),
  operations: [],
  resources: [],
  hash,
});
const candidate = (hash: string): Candidate => ({ mappings: mappings(hash), fixtures: [] });

function bench(parts: Partial<ReloadParts<Candidate>> = {}) {
  const outcomes: ReloadOutcome[] = [];
  const used: string[] = [];
  const reload = createReload({
    hash: 'first',
    load: () => Promise.resolve(success(candidate('second'))),
    hashOf: ({ mappings: { hash } }) => hash,
    use: ({ mappings: { hash } }) => used.push(hash),
    report: (outcome) => outcomes.push(outcome),
    ...parts,
  });
  return { ...reload, outcomes, used };
}

describe('a reload', () => {
  it('changes nothing if the texts are already in force', async () => {
    const inForce: string[] = [];
    const { reload, outcomes, used } = bench({
      load: (hash) => {
        inForce.push(hash);
        return Promise.resolve(success('unchanged'));
      },
    });
    await reload();
    expect([inForce, used]).toEqual([['first'], []]);
    expect(outcomes).toEqual([{ kind: 'unchanged', hash: 'first' }]);
  });

  it('survives a throw in a check without repeating its message', async () => {
    const { reload, hash, outcomes } = bench({ load: () => Promise.reject(new TypeError('secret')) });
    await reload();
    expect(hash()).toBe('first');
    expect(outcomes).toMatchObject([
      { kind: 'refused', reasons: [expect.stringMatching(/^TypeError/) as string] },
    ]);
    expect(JSON.stringify(outcomes)).not.toContain('secret');
    await reload();
    expect(outcomes).toHaveLength(2);
  });

  it('runs once at a time, and requests during a run share the next', async () => {
    const { opened, open } = gate();
    let text = 'second';
    let loads = 0;
    const { reload, hash, outcomes } = bench({
      load: async () => {
        loads += 1;
        const seenText = text;
        await opened;
        return success(candidate(seenText));
      },
    });
    const running = reload();
    await Promise.resolve();
    text = 'third';
    const shared = [reload(), reload(), reload()];
    open();
    await Promise.all([running, ...shared]);
    expect(loads).toBe(2);
    expect(hash()).toBe('third');
    expect(outcomes.map(({ kind }) => kind)).toEqual(['replaced', 'replaced']);
  });
});
