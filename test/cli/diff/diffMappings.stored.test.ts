import { exitCodeOf } from '../../../src/cli/command.js';
import { existsSync, writeFileSync } from 'node:fs';
import { diffStored, type StoredOptions } from '../../../src/cli/diff/diffMappings.js';
import { showPair } from '../../../src/cli/diff/diff.js';
import { openWholeStore } from '../../../src/store/wholeStore.js';
import type { Resolution } from '../../../src/comparison/judge/resolutions.js';
import { chainEntry, type Change } from '../../../src/cutover/stages/stageEvent.js';
import { comparisonReport, type ComparisonReport } from '../../../src/comparison/report/comparisonReport.js';
import type { SeenPair } from '../../../src/comparison/keep/observation.js';
import { difference, observed } from '../../comparison/support/observations.ts';
import { ranText, recordingTerminal } from '../../support/recordingTerminal.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

const VIEWS = 'data.attributes.views';
const TITLE = 'data.attributes.title';

const ofOffers = { operation: 'getCurrencyOffer', resource: 'currency-offer' };

/** Forty requests of which half differ in one field and one in another, after some of an older epoch. */
async function keepEvidence(): Promise<string> {
  const file = folder.path('comparison.db');
  const { comparison: store, close } = await openWholeStore(file, { pairs: 1_000, age: Infinity });
  const differing = (at: number) => [
    ...(at % 2 === 0 ? [difference(VIEWS)] : []),
    ...(at === 0 ? [difference(TITLE)] : []),
  ];
  const older: SeenPair = observed([difference('data.attributes.old')], {
    ...ofOffers,
    epoch: 'older',
  });
  const latestObserveds = Array.from({ length: 40 }, (_, at) => observed(differing(at), ofOffers));
  const endedMap = new Map([
    ['getCurrencyOffer', new Map([['compared', 41] as const, ['timeout', 2] as const])],
  ]);
  await store.save({ observed: [older, ...latestObserveds], samples: [], ended: endedMap }, 10);
  await close();
  return file;
}

/** Stores that an issue was declared fixed, after most of its evidence. */
async function resolve(file: string, at: number, agreed?: Resolution['agreed']): Promise<void> {
  const { cutover: store, close } = await openWholeStore(file);
  const causes = [{ operation: 'getCurrencyOffer', path: VIEWS, kind: 'value' }];
  const change: Change = { kind: 'resolve', issue: 'i-1', causes, agreed };
  const entry = {
    at,
    actor: 'ada',
    resource: 'currency-offer',
    from: 'v1',
    change,
    cause: 'manual',
  } as const;
  const reason = 'v2 counts again';
  const event = chainEntry(undefined, { ...entry, reason, evidence: [], step: '', mappingHash: 'epoch' });
  await store.append(event);
  await close();
}

const run = (options: Partial<StoredOptions>, environment = {}) =>
  ranText((terminal) => diffStored({ format: 'text', ...options }, { environment, terminal }));

describe('lifeboat diff --store', () => {
  it('hides a difference that was agreed on, and lists it as agreed', async () => {
    const file = await keepEvidence();
    await resolve(file, 0, { until: Date.UTC(2199, 0, 1), owner: 'pricing' });
    const { out } = await run({ store: file, format: 'json' });
    expect(JSON.parse(out)).toMatchObject({ compared: 40, differing: 1 });
    const { rules } = comparisonReport.parse(JSON.parse(out));
    expect(rules.at(-1)).toMatchObject({ owner: 'pricing', hits: 20 });
  });

  it('reports the latest evidence without a gateway, and says that it belongs to other mappings', async () => {
    const { code, out } = await run({ store: await keepEvidence(), format: 'json' });
    expect(JSON.parse(out)).toMatchObject({
      epoch: 'epoch',
      compared: 40,
      differing: 20,
      outcomes: { compared: 41, timeout: 2 },
      issues: [{ path: VIEWS, line: expect.stringContaining('currency-offer.yaml:') as string }],
      warnings: [expect.stringContaining('of other mappings') as string],
    });
    const lenient = await run({ store: await keepEvidence(), format: 'json', failOn: 'breaking' });
    expect(lenient.code).toBe(2);
    expect(code).toBe(2);
  });

  it('names callers as the store of the cutover does', async () => {
    const [file, cutover] = [await keepEvidence(), folder.path('cutover.db')];
    const environment = { LIFEBOAT_STORE: cutover };
    const { out } = await run({ store: file, format: 'json' }, environment);
    expect(existsSync(cutover)).toBe(false);
    const { callers } = JSON.parse(out) as ComparisonReport;
    const { cutover: store, close } = await openWholeStore(cutover);
    await store.saveLabel(callers[0]?.caller ?? '', 'shop');
    await close();
    const named = await run({ store: file, format: 'json' }, environment);
    expect(JSON.parse(named.out)).toMatchObject({ callers: [{ ...callers[0], name: 'shop' }] });
  });

  it('knows the issues that were declared fixed, and those seen again since', async () => {
    const file = await keepEvidence();
    const previousEntry = JSON.parse((await run({ store: file, format: 'json' })).out) as ComparisonReport;
    await resolve(file, Date.parse(previousEntry.issues[0]?.latest.at ?? '') - 1);
    const { out } = await run({ store: file, format: 'json' });
    expect(JSON.parse(out)).toMatchObject({
      issues: [
        expect.anything(),
        { path: VIEWS, requests: 1, again: { by: 'ada', reason: 'v2 counts again' } },
      ],
    });
  });

  it('shows a single pair of a store without a gateway, and reports an unknown id', async () => {
    const file = await keepEvidence();
    const { comparison: store, close } = await openWholeStore(file, { pairs: 1_000, age: Infinity });
    const answer = (views: number) => ({
      status: 200,
      body: JSON.stringify({ data: { attributes: { views } } }),
    });
    const pair = { id: 's-1', at: 5, ...ofOffers, v1: answer(1), v2: answer(2), raw: [] };
    await store.save({ observed: [], samples: [pair], ended: new Map() }, 10);
    await close();
    const show = async (id: string) => {
      const terminal = recordingTerminal();
      return {
        code: await exitCodeOf(() => showPair({ id, store: file }, { environment: {}, terminal }), terminal),
        ...terminal,
      };
    };
    const { code, out } = await show('s-1');
    expect([code, out.join('\n')]).toEqual([0, expect.stringContaining('views')]);
    expect(await show('s-2')).toMatchObject({
      code: 4,
      err: [expect.stringMatching('there is no sample s-2')],
    });
  });

  it('ends with 3 without a store setting, with 4 without the file, and creates none', async () => {
    expect(await run({ rules: undefined })).toMatchObject({
      code: 3,
      err: expect.stringMatching(/--store/) as string,
    });
    const file = folder.path('nowhere.db');
    expect(await run({ store: file })).toMatchObject({ code: 4, err: `${file} is not there` });
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, 'this is no database, however long one looks at it'.repeat(100));
    expect((await run({ store: file })).code).toBe(4);
  });
});

describe('lifeboat diff --rules', () => {
  const rules = (text: string): string => {
    const file = folder.path('next.yaml');
    writeFileSync(file, `ignore:\n${text}`);
    return file;
  };

  it('shows the effect of other agreed differences on the evidence, before they are in force', async () => {
    const agreed = `  - { path: ${VIEWS}, comparator: ignore, reason: a counter, owner: ada, expires: 2999-01-01 }\n`;
    const store = await keepEvidence();
    const { out } = await run({ store, rules: rules(agreed) });
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^before: clients would notice 50%, /),
      expect.stringMatching(/^after: {2}clients would notice 2\.5%, /),
      expect.stringMatching(
        /^goes {4}value at \S+views in getCurrencyOffer, 20 requests: currency-offer\.yaml:\d+$/,
      ),
      expect.stringMatching(
        /^stays {3}value at \S+title in getCurrencyOffer, 1 request: currency-offer\.yaml:\d+$/,
      ),
    ]);
    const { out: json } = await run({ store, rules: rules(agreed), format: 'json' });
    expect(JSON.parse(json)).toMatchObject({ differing: 1, rules: [{ hits: 20, owner: 'ada' }] });
  });

  it('reports differences that the rules cannot judge, and the faults of their file', async () => {
    const store = await keepEvidence();
    const near = `  - { path: ${VIEWS}, comparator: { tolerance: 2 }, reason: r, owner: o, expires: 2999-01-01 }
  - { path: data, comparator: { key: sku }, reason: r, owner: o, expires: 2999-01-01 }\n`;
    const { out } = await run({ store, rules: rules(near) });
    expect(out).toContain(`stays   value at ${VIEWS}`);
    expect(out).toContain('20 differences stand that only their values could judge');
    expect(out).toContain('line 3 pairs the elements of data anew');
    const broken = await run({ store, rules: rules('  - { path: data }\n') });
    expect(broken).toMatchObject({ code: 3, err: expect.stringMatching(/next\.yaml:2/) as string });
  });
});
