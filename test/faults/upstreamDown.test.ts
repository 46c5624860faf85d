import { writeScene } from '../support/rehearsedUpstream.ts';
import { startStagedGateway, storyClock } from '../support/startStagedGateway.ts';
import { startWhole } from '../support/startWhole.ts';
import { ask, type WireAnswer } from '../support/talk.ts';
import { answering, startUpstream } from '../support/upstream.ts';

const SUNSET = Date.UTC(2025, 10, 30);
const MINUTE = 60_000;

const { request, good } = writeScene;

const portOf = (origin: string): number => Number(new URL(origin).port);

/** Asks one after the other, so that each is a call of its own in a row. */
async function repeatedly(origin: string, times: number): Promise<WireAnswer[]> {
  const answers: WireAnswer[] = [];
  for (let time = 0; time < times; time += 1) answers.push(await ask(origin, request));
  return answers;
}

describe('a gateway whose v2 is down', () => {
  it('answers 502 at once, names the reason in /readyz, and recovers when v2 is back', async () => {
    const v2 = await startUpstream(answering(200, good));
    const { gateway, admin, close } = await startWhole({ LIFEBOAT_UPSTREAM_V2: v2.origin });
    const ready = async (): Promise<unknown> => JSON.parse((await ask(admin, { path: '/readyz' })).body);
    expect((await ask(gateway, request)).status).toBe(200);
    expect(await ready()).toEqual({ status: 'ready' });

    await v2.close();
    const answers = await repeatedly(gateway, 6);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 502));
    // Nothing was sent, so nothing can have been executed.
    expect(answers.filter(({ headers }) => 'x-lifeboat-ambiguous' in headers)).toEqual([]);
    const failures =
      'currency-offer: v2 has failed requests of the last five minutes: updateCurrencyOffer 6 of 7';
    const caller = 'currency-offer: v2 has failed the latest requests of be2974546978 (6 in a row)';
    const away = 'v2 gives no answer (unreachable)';
    expect(await ready()).toEqual({ status: 'ready', degraded: [away, failures, caller] });

    await startUpstream(answering(200, good), portOf(v2.origin));
    expect((await ask(gateway, request)).status).toBe(200);
    expect(await ready()).toEqual({ status: 'ready', degraded: [failures.replace('7', '8')] });
    await close();
  });

  it('lets v1 answer while it lives, and moves a resource back to shadow with the fifth failure of an operation', async () => {
    const [v1, v2] = [await startUpstream(answering(200, '{"v":1}')), await startUpstream()];
    const clock = storyClock(SUNSET - 60 * MINUTE);
    const keys = { v1: 'key-1', v2: 'key-2' };
    const gateway = await startStagedGateway({ v1: v1.origin, v2: v2.origin, keys, clock, sunset: SUNSET });
    const { origin, cutover } = gateway;
    const change = { kind: 'move', to: { kind: 'v2' } } as const;
    await cutover.change({ resource: 'currency-offer', change, actor: 'ada', reason: 'test', force: true });
    const served = (answers: readonly WireAnswer[]) =>
      answers.map(({ status, headers }) =>
        [status, headers['x-lifeboat-served-by'], headers['x-lifeboat-because']].join(' ').trim(),
      );

    await v2.close();
    const rescued = Array.from({ length: 5 }, () => '200 v1 fallback');
    expect(served(await repeatedly(origin, 7))).toEqual([...rescued, '200 v1', '200 v1']);
    expect(v1.requests).toHaveLength(7);
    expect(cutover.stageFigures('currency-offer')).toEqual({ stage: 'shadow', percent: 0, broken: true });
    expect(gateway.notices.at(-1)).toMatchObject({ kind: 'movedBack', resource: 'currency-offer' });

    const back = await startUpstream(answering(200, good), portOf(v2.origin));
    clock.set(SUNSET - 59 * MINUTE);
    expect(served(await repeatedly(origin, 2))).toEqual(['200 v1', '200 v1']);
    expect(back.requests).toEqual([]);
    await cutover.change({ resource: 'currency-offer', change, actor: 'ada', reason: 'mended', force: true });
    expect(served(await repeatedly(origin, 2))).toEqual(['200 v2', '200 v2']);
  });
});
