import { createHash } from 'node:crypto';
import { callerText, createCallerNames } from '../../src/cutover/callerNames.js';
import { openMemoryStore } from '../../src/store/wholeStore.js';
import { openTestCutover } from './support/openTestCutover.ts';
import { servedBy } from './support/served.ts';

const SHOP = 'aaaa11111111';
const BOT = 'aaaa22222222';
const OTHER = 'bbbb33333333';

const fingerprintOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 12);

describe('the names of callers', () => {
  it('come from the exchange table and before that from the operator, even after a restart', async () => {
    const store = (await openMemoryStore()).cutover;
    const table = new Map([[SHOP, 'shop']]);
    const open = async () => {
      const names = createCallerNames(store, () => table);
      await names.readLabels();
      return names;
    };
    const names = await open();
    expect(await names.labelCaller(BOT, 'old-bot', [])).toBeUndefined();
    expect(await names.labelCaller(SHOP, 'main', [])).toBeUndefined();
    for (const callerNames of [names, await open()])
      expect([SHOP, BOT, OTHER, ''].map(callerNames.nameText)).toEqual([
        `main (${SHOP})`,
        `old-bot (${BOT})`,
        OTHER,
        '(no key)',
      ]);
    await names.labelCaller(SHOP, undefined, []);
    expect(names.nameText(SHOP)).toBe(`shop (${SHOP})`);
    expect(names.listNames()).toBe(names.listNames());
    expect(callerText(OTHER, undefined)).toBe(OTHER);
  });

  it('find a caller by name, by fingerprint, and by an unambiguous beginning of a fingerprint', async () => {
    const names = createCallerNames((await openMemoryStore()).cutover, () => new Map([[SHOP, 'shop']]));
    const find = (askedText: string) => {
      const foundCaller = names.find(askedText, [SHOP, BOT, OTHER]);
      return foundCaller.ok ? foundCaller.caller : foundCaller.sentence;
    };
    expect(['shop', 'bbbb', 'aaaa1', 'cccccccccccc'].map(find)).toEqual([SHOP, OTHER, SHOP, 'cccccccccccc']);
    expect(find('aaaa')).toBe(`aaaa may be 2 callers; there are: shop (${SHOP}), ${BOT}`);
    expect(find('shp')).toBe(`no caller shp; there are: shop (${SHOP}), ${BOT}, ${OTHER}`);
    expect(
      createCallerNames((await openMemoryStore()).cutover, () => new Map()).find('shp', []),
    ).toMatchObject({
      sentence: 'no caller shp: none was seen yet',
    });
  });

  it('are never a key, a fingerprint, a login, or a taken name', async () => {
    const names = createCallerNames((await openMemoryStore()).cutover, () => new Map([[SHOP, 'shop']]));
    const key = 'short-key';
    const label = (name: string) => names.labelCaller(BOT, name, [fingerprintOf(key)]);
    const looksLikeKey = 'this looks like a key: a name is shown everywhere';
    const form = 'a name is up to 40 letters, digits and any of . _ -';
    expect(await label(key)).toBe(looksLikeKey);
    expect(await label('aB3dE5gH7jK9mN1pQ3sT')).toBe(looksLikeKey);
    expect(await label(OTHER)).toMatch('looks like a fingerprint');
    expect(await label('ada@example.com')).toBe(form);
    expect(await label('two words')).toBe(form);
    expect(await label('shop')).toBe(`${SHOP} has the name shop already`);
    expect(names.nameText(BOT)).toBe(BOT);
  });
});

const served = servedBy({ caller: SHOP, side: 'v1', because: 'outsideCanary' });

describe('a caller with a name', () => {
  it('can be pinned by its name, and is named in notices and alarms', async () => {
    const cutover = await openTestCutover({ keyNames: () => new Map([[SHOP, 'shop']]) });
    const pin = (caller: string) =>
      cutover.change({
        resource: 'offer',
        actor: 'ada',
        reason: 'try it',
        change: { kind: 'pin', caller, side: 'v2' },
      });
    expect(await pin('nobody')).toMatchObject({ ok: false, why: 'unknownCaller' });
    expect(await pin('shop')).toEqual({ ok: true, kept: true, caller: SHOP });
    expect(cutover.decide('offer', SHOP).because).toBe('pinned');
    // The runbook recommends it: nothing is degraded by it.
    expect(cutover.alarms.current()).toEqual([]);
    expect(cutover.notices.map(({ text }) => text)).toEqual([
      `offer has caller shop (${SHOP}) pinned to v2 (manual, ada): try it`,
    ]);
  });

  it('is listed among the seen callers with its side and its requests, callers on v2 first', async () => {
    const cutover = await openTestCutover();
    await cutover.label(SHOP, 'shop');
    for (const caller of [BOT, BOT, SHOP]) cutover.served(served({ caller }));
    await cutover.change({
      resource: 'offer',
      actor: 'ada',
      reason: 'first',
      change: { kind: 'pin', caller: 'shop', side: 'v2' },
    });
    expect(cutover.callers('offer')).toEqual([
      expect.objectContaining({ caller: SHOP, name: 'shop', side: 'v2', why: 'the caller is pinned', v1: 1 }),
      expect.objectContaining({ caller: BOT, side: 'v1', v1: 2, v2: 0, latest: '2025-10-01T00:00:00.000Z' }),
    ]);
    cutover.clock.at += 15 * 86_400_000;
    expect(cutover.callers('offer').map(({ caller }) => caller)).toEqual([SHOP]);
  });
});

describe('a canary without any of the seen callers', () => {
  const empty = (cutover: Awaited<ReturnType<typeof openTestCutover>>) =>
    cutover.alarms.current().filter(({ kind }) => kind === 'emptyCanary');

  it('raises an alarm until one of them is in it', async () => {
    const cutover = await openTestCutover();
    await cutover.moveTo({ kind: 'canary', percent: 0.001 });
    expect(empty(cutover)).toEqual([]);
    for (const caller of [SHOP, BOT]) cutover.served(served({ caller }));
    expect(empty(cutover).map(({ text }) => text)).toEqual([
      'offer is at canary 0.001%, but of the callers seen in 14 days (2) none is in it, so v2 answers nobody: raise the share, or pin one',
    ]);
    await cutover.moveTo({ kind: 'canary', percent: 100 });
    expect(empty(cutover)).toEqual([]);
  });

  it('raises no alarm while a breaker keeps them off v2, which is a separate alarm', async () => {
    const cutover = await openTestCutover();
    await cutover.moveTo({ kind: 'canary', percent: 100 });
    for (const operation of ['a', 'b', 'c', 'd', 'e'])
      cutover.served(served({ operation, side: 'v2', because: 'inCanary', failed: true, signature: '500' }));
    expect(cutover.decide('offer', SHOP).because).toBe('breaker');
    expect(cutover.alarms.current().map(({ kind }) => kind)).toEqual(expect.arrayContaining(['breaker']));
    expect(empty(cutover)).toEqual([]);
  });
});
