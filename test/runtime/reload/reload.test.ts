import pino from 'pino';
import { createReload } from '../../../src/runtime/reload/reload.js';
import type { Candidate } from '../../../src/runtime/reload/mappingsThread.js';
import type { Mappings } from '../../../src/mapping/compile/loadMappings.js';
import { failure, success } from '../../../src/contract/result.js';
import { shipped } from '../../support/shipped.ts';
import { gate } from '../../gateway/support/gate.ts';

const mappings = (hash: string): Mappings => ({
  ...shipped(),
  operations: [],
  resources: [],
  hash,
});
const candidate = (hash: string): Candidate => ({ mappings: mappings(hash), fixtures: [] });

function bench(load: Parameters<typeof createReload<Candidate>>[0]['load']) {
  const lines: { readonly msg: string; readonly mappings: string }[] = [];
  const alarms: unknown[] = [];
  const used: string[] = [];
  const reload = createReload(
    {
      what: 'mappings',
      stays: 'the ones in force stay',
      isNamed: true,
      hash: 'first',
      load,
      hashOf: ({ mappings: { hash } }) => hash,
      use: ({ mappings: { hash } }) => used.push(hash),
    },
    {
      logger: pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) }),
      alarms: { replaceFindings: (_source, findings) => void alarms.push(...findings) },
    },
  );
  return { ...reload, lines, alarms, used };
}

describe('a reload', () => {
  it('changes nothing if the texts are already in force', async () => {
    const inForce: string[] = [];
    const { reload, lines, used } = bench((hash) => {
      inForce.push(hash);
      return Promise.resolve(success('unchanged'));
    });
    await reload();
    expect([inForce, used]).toEqual([['first'], []]);
    expect(lines).toMatchObject([{ msg: 'mappings unchanged', mappings: 'first' }]);
  });

  it('logs the first reasons of a refusal and the number of the others, however many and long they are', async () => {
    const reasons = Array.from({ length: 64 }, (_, index) => `law ${index} ${'x'.repeat(9_000)}`);
    const { reload, lines } = bench(() => Promise.resolve(failure(reasons)));
    await reload();
    expect(lines).toMatchObject([
      { reasons: { length: 5, 0: expect.stringMatching(/^law 0/) as string }, others: 59 },
    ]);
    expect(JSON.stringify(lines).length).toBeLessThan(4_000);
  });

  it('survives a throw in a check without repeating its message', async () => {
    const { reload, hash, lines, alarms } = bench(() => Promise.reject(new TypeError('secret')));
    await reload();
    expect(hash()).toBe('first');
    expect([lines, alarms]).toMatchObject([
      [{ level: 50, reasons: [expect.stringMatching(/^TypeError/) as string] }],
      [{ kind: 'refused mappings' }],
    ]);
    expect(JSON.stringify([lines, alarms])).not.toContain('secret');
    await reload();
    expect(alarms).toHaveLength(2);
  });

  it('runs once at a time, and requests during a run share the next', async () => {
    const { opened, open } = gate();
    let text = 'second';
    let loads = 0;
    const { reload, hash, lines } = bench(async () => {
      loads += 1;
      const seenText = text;
      await opened;
      return success(candidate(seenText));
    });
    const running = reload();
    await Promise.resolve();
    text = 'third';
    const shared = [reload(), reload(), reload()];
    open();
    await Promise.all([running, ...shared]);
    expect(loads).toBe(2);
    expect(hash()).toBe('third');
    expect(lines.map(({ msg }) => msg)).toEqual(['mappings replaced', 'mappings replaced']);
  });
});
