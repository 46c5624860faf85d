import { createCompare } from '../../src/comparison/compare/compareAnswers.js';
import type { ShadowParts } from '../../src/shadow/shadowParts.js';
import { realClock } from '../support/realClock.ts';
import { ask } from '../support/talk.ts';
import { answering, type Script } from '../support/upstream.ts';
import { offerV2, READ, SHADOW, startsCompared } from './startCompared.ts';

const start = startsCompared();

/** A v2 that never answers; `asked` resolves after a number of requests. */
function hangingV2() {
  let count = 0;
  let wake: () => void = () => undefined;
  const script: Script = {
    request: () => {
      count += 1;
      wake();
    },
  };
  const untilAsked = async (wanted: number): Promise<void> => {
    while (count < wanted) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { script, asked: untilAsked };
}

describe('a read that v1 answers in the stage shadow', () => {
  it.each<[string, Script, number]>([
    ['violates its contract', answering(200, offerV2({ price_eur: { odd: true } })), 502],
    ['fails', answering(500, '{}'), 502],
    ['ends the connection without an answer', { request: (_request, socket) => socket.destroy() }, 502],
  ])('is compared if v2 %s, and counts as a difference', async (_what, v2, status) => {
    const { edge, settle, pairs } = await start(SHADOW, {
      compare: createCompare({ rules: [], now: () => 0 }),
    });
    edge.v1.play(answering(200, '{}'));
    edge.v2.play(v2);
    await ask(edge.origin, READ);
    await settle(1);
    expect(pairs).toMatchObject([{ differs: true, pair: { v1: { status: 200 }, v2: { status } } }]);
  });

  it('is compared if v2 had half of the deadline, but not if it had less time', async () => {
    const deadlines: (() => void)[] = [];
    let now = 0;
    const clock: ShadowParts['clock'] = {
      ...realClock,
      steady: () => now,
      schedule: (_wait, work) => {
        deadlines.push(work);
        return () => undefined;
      },
    };
    const compared = await start(SHADOW, { clock, limits: { deadlineMs: 10_000, places: 1 } });
    const { edge, settle, pairs } = compared;
    edge.v1.play(answering(200, '{}'));
    const played = hangingV2();
    edge.v2.play(played.script);
    for (const [round, silence] of [9_000, 2_000].entries()) {
      await ask(edge.origin, READ);
      await played.asked(round + 1);
      now += silence;
      deadlines.at(-1)?.();
      await settle(round + 1);
    }
    expect(pairs).toMatchObject([{ pair: { v2: { status: 504 }, unfit: 'upstream timeout' } }]);
    expect(compared.accounts.accountsByOperation().get('getCurrencyOffer')).toMatchObject({
      compared: 1,
      notCompared: { timeout: 1 },
    });
  });
});
