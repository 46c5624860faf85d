import { createRuleWatch } from '../../../src/comparison/judge/ruleHits.js';
import type { IgnoreRule } from '../../../src/comparison/compare/ignoreRules.js';
import type { Notice } from '../../../src/cutover/notices.js';
import { difference, observed } from '../support/observations.ts';

const DAY = 86_400_000;
const EXPIRES = Date.parse('2026-03-01');
const VIEWS = 'data.attributes.views';

const rule: IgnoreRule = {
  path: VIEWS,
  comparator: { kind: 'ignore' },
  reason: 'a counter',
  owner: 'ada',
  expires: EXPIRES,
  line: 2,
};

function watch(rules: readonly IgnoreRule[], at: number) {
  const notices: Notice[] = [];
  const time = { now: at };
  const see = createRuleWatch({ rules, notify: (notice) => notices.push(notice), now: () => time.now });
  return { notices, see, time };
}

const hidden = () => observed([], { ignored: [{ line: 2, path: VIEWS, kind: 'value' }] });

describe('an agreed difference that expires', () => {
  it('is notified once before it expires while it hides a difference, and once more when that shows again', () => {
    const { notices, see, time } = watch([rule], EXPIRES - 15 * DAY);
    see(hidden());
    expect(notices).toEqual([]);
    time.now = EXPIRES - 14 * DAY;
    see(observed([]));
    expect(notices).toEqual([]);
    see(hidden());
    see(hidden());
    expect(notices).toMatchObject([
      {
        kind: 'expiringRule',
        resource: 'offer',
        at: EXPIRES - 14 * DAY,
        text: `The agreed difference at ${VIEWS} (line 2: a counter; ada) expires on 2026-03-01 and still hides what differs in get.`,
      },
    ]);
    time.now = EXPIRES;
    see(observed([difference('data.attributes.title')]));
    expect(notices).toHaveLength(1);
    see(observed([difference(VIEWS)]));
    see(observed([difference(VIEWS)]));
    expect(notices).toHaveLength(2);
    expect(notices[1]).toMatchObject({
      kind: 'expiredRule',
      text: expect.stringMatching(/expired on 2026-03-01, and what it hid in get counts again/) as string,
    });
    expect(notices[0]?.id).not.toBe(notices[1]?.id);
  });

  it('is not notified for differences that it never hid', () => {
    const near = { ...rule, comparator: { kind: 'tolerance', by: 1 } } as const;
    const otherRules = [{ ...rule, operation: 'list' }, { ...rule, kind: 'missing' as const }, near];
    const { notices, see } = watch(otherRules, EXPIRES);
    see(observed([difference(VIEWS, { v1: '1', v2: '9' })]));
    expect(notices).toEqual([]);
    see(observed([difference(VIEWS, { v1: '1', v2: '2' })]));
    expect(notices).toHaveLength(1);
  });
});
