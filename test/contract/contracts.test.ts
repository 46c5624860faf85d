import { shownName } from '../../src/comparison/compare/memberNames.js';
import { compareInThread } from '../../src/comparison/compare/compareInThread.js';
import { createPrivacy, maskBody } from '../../src/comparison/keep/privacy.js';
import { maskRecorded } from '../../src/comparison/keep/recordedTexts.js';
import { declareContracts, declaredContracts } from '../../src/contract/contracts.js';
import { extendContracts } from '../../src/contract/knownContracts.js';

const { declared } = extendContracts({
  v2: {
    giftCard: {
      gift_note: { type: 'text' },
      gift_state: { type: 'text', known: ['fresh'] },
      gift_pin: { type: 'text', secret: true },
    },
  },
});

const body = JSON.stringify({ data: { gift_note: 'for Ann', gift_state: 'fresh', gift_pin: '1234' } });
const privacy = createPrivacy({ secret: 's', kept: [] });

describe('contracts that mapping files declare', () => {
  it('are unknown before: evidence has hashes of names and stand-ins for texts', () => {
    expect(shownName('gift_note')).toMatch(/^#/);
    expect(maskRecorded(body, privacy)).not.toMatch(/gift|Ann|1234/);
  });

  it('are known afterwards: evidence shows their names and words, and hides their secrets', () => {
    const { length: declaredBefore } = declaredContracts();
    declareContracts(declared);
    declareContracts(structuredClone(declared));
    expect(declaredContracts()).toHaveLength(declaredBefore + 1);
    expect(shownName('gift_note')).toBe('gift_note');
    expect(JSON.parse(maskRecorded(body, privacy))).toEqual({
      data: {
        gift_note: expect.stringMatching(/^\(text of 7 #/) as string,
        gift_state: 'fresh',
        gift_pin: '(secret)',
      },
    });
    expect(privacy.isSecret('data.gift_pin')).toBe(true);
    expect(maskBody(body, privacy)).toContain('"gift_pin":"(secret)"');
  });

  it('are known to the thread of long comparisons', async () => {
    declareContracts(declared);
    const { compare, close } = compareInThread({ rules: [], now: () => 0 });
    const things = (last: string) =>
      Array.from({ length: 5_000 }, (_, at) => ({ id: at, gift_state: at === 4_999 ? last : 'fresh' }));
    const answer = (last: string) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: things(last) }),
    });
    const compared = await compare(answer('fresh'), answer('old'), 'listGiftCards');
    await close();
    expect(compared).toMatchObject({ ok: true, differences: [{ path: 'data.[].gift_state' }] });
  });
});
