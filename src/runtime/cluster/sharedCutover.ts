import { isDeepStrictEqual } from 'node:util';
import type { Standings } from '../../cutover/servingCutover';
import type { Cutover } from '../../cutover/cutover';
import type { Clock } from '../../contract/clock';

/** A cutover whose changes are in force in every process before whoever asked for them hears of it. */
export interface SharedCutover {
  readonly cutover: Cutover;
  readonly standings: () => Standings;
  readonly stop: () => void;
}

/** How often (ms) it is looked whether a breaker, the store or the plan has changed something. */
const ROUND = 50;

/** The name of no resource: how one stands that was never moved. */
const UNMOVED = '';

/** Shares a cutover: `publish` brings to the other processes how everything stands, ends when they have it, and never rejects. */
export function shareCutover(
  cutover: Cutover,
  publish: (standings: Standings) => Promise<unknown>,
  clock: Clock,
): SharedCutover {
  const standings = (): Standings => ({
    resources: new Map(cutover.resources().map((name) => [name, cutover.standing(name)])),
    unmoved: cutover.standing(UNMOVED),
    names: cutover.names(),
  });
  let published = standings();
  let publishing: Promise<unknown> = Promise.resolve();
  const share = (): Promise<unknown> => {
    const current = standings();
    if (!isDeepStrictEqual(current, published)) {
      published = current;
      publishing = publish(current);
    }
    // Also what was noticed before: it may still be on its way.
    return publishing;
  };
  let stop = (): void => undefined;
  const round = (): void => {
    void share();
    stop = clock.schedule(ROUND, round);
  };
  stop = clock.schedule(ROUND, round);
  return {
    standings,
    stop: () => stop(),
    cutover: {
      ...cutover,
      change: async (request) => {
        const outcome = await cutover.change(request);
        await share();
        return outcome;
      },
      label: async (asked, name) => {
        const outcome = await cutover.label(asked, name);
        await share();
        return outcome;
      },
    },
  };
}
