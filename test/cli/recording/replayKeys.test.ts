import { readFileSync, writeFileSync } from 'node:fs';
import type { ReplayOptions } from '../../../src/cli/recording/replayRecording.js';
import { comparisonReport } from '../../../src/comparison/report/comparisonReport.js';
import { digestKey, fingerprintOf } from '../../../src/gateway/keys/clientKeys.js';
import { openWholeStore } from '../../../src/store/wholeStore.js';
import { replayRoom } from './support/replayRoom.ts';

const { folder, sandbox, offer, record, replay } = replayRoom();

const SHOP = fingerprintOf(digestKey('v1-key-of-shop'));
const OLD = fingerprintOf(digestKey('v1-key-of-old'));
const LOST = fingerprintOf(digestKey('v1-key-of-lost'));

/** A recording in which each of some callers has read the same offer, and the exchange table of two of them. */
async function recordingOf(...callers: readonly (string | undefined)[]): Promise<string> {
  const file = await record(offer());
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  const exchange = JSON.parse(line) as object;
  const lines = callers.map((caller, at) => JSON.stringify({ ...exchange, id: `r-${at}`, caller }));
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** Settings with an exchange table, and a store that is not there unless named. */
function settingsWithTable(store = folder.path('none.db')): string {
  const entry = (name: string, key: string, value: string) => ({
    name,
    v1: digestKey(key).toString('hex'),
    v2: [{ value }],
    created: '2025-01-01',
  });
  const keys = [
    entry('shop', 'v1-key-of-shop', sandbox().keys.v2),
    entry('old', 'v1-key-of-old', 'a-key-that-v2-refuses'),
  ];
  const [file, settings] = [folder.path('keys.yaml'), folder.path('lifeboat.yaml')];
  writeFileSync(file, JSON.stringify({ keys }), { mode: 0o600 });
  writeFileSync(settings, JSON.stringify({ store, keys: { exchange: file } }));
  return settings;
}

async function played(file: string, options: Partial<ReplayOptions>) {
  const { code, out, err } = await replay(file, { format: 'json', ...options });
  const report = out === '' ? undefined : comparisonReport.parse(JSON.parse(out));
  return { code, err: err.split('\n').filter(Boolean), report };
}

describe('a recording of several callers', () => {
  it('is played with the key of each caller; requests without an accepted key count as not played', async () => {
    const file = await recordingOf(SHOP, LOST, OLD, OLD, SHOP);
    const { code, err, report } = await played(file, { config: settingsWithTable(), keyEnv: undefined });
    expect(code).toBe(2);
    expect(err).toEqual([
      `1 request not played: there is no key of ${LOST}`,
      `2 requests not played: v2 refuses the key of old (${OLD})`,
    ]);
    expect(report).toMatchObject({
      compared: 2,
      differing: 0,
      issues: [],
      outcomes: { compared: 2, not_played: 3 },
      callers: [{ caller: SHOP, name: 'shop', compared: 2 }],
    });
  });

  it('names callers by the labels of the operator', async () => {
    const file = await recordingOf(SHOP);
    const store = folder.path('store.db');
    const opened = await openWholeStore(store);
    await opened.cutover.saveLabel(SHOP, 'our-shop');
    await opened.close();
    const config = settingsWithTable(store);
    expect(await played(file, { config, keyEnv: undefined })).toMatchObject({
      code: 2,
      err: [],
      report: { callers: [{ caller: SHOP, name: 'our-shop', compared: 1 }] },
    });
    const missing = await played(file, { config: folder.path('none.yaml') });
    expect([missing.code, missing.err[0]]).toEqual([3, expect.stringContaining('none.yaml')]);
  });

  it('is not played with one key whose owner is unknown', async () => {
    expect(await played(await recordingOf(SHOP, LOST), {})).toMatchObject({
      code: 3,
      err: [expect.stringMatching(`^2 callers were recorded \\(${SHOP}, ${LOST}\\) and one key is given`)],
    });
    expect(await played(await recordingOf(SHOP, SHOP), {})).toMatchObject({ code: 2, err: [] });
  });

  it('says that nothing was played without the key of any caller', async () => {
    const file = await recordingOf(LOST, LOST);
    expect(await played(file, { config: settingsWithTable(), keyEnv: undefined })).toMatchObject({
      code: 2,
      err: [expect.stringMatching('2 requests not played'), expect.stringMatching('nothing was played')],
    });
  });

  it('sends requests without a key if they were recorded so', async () => {
    const file = await recordingOf('', undefined);
    expect(await played(file, {})).toMatchObject({
      code: 2,
      err: ['1 request not played: v2 refuses the key of (no key)'],
      report: { compared: 1, outcomes: { compared: 1, not_played: 1 } },
    });
  });
});
