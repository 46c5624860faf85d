import type { Outcome } from '../../comparison/createAccounts';
import { bucketOf } from '../../cutover/bucketOf';
import { isWithin } from '../../cutover/isWithin';
import { success } from '../../translation/result';
import { answerOf } from './answerOf';
import { answerOfV1 } from './answerOfV1';
import { askV1 } from './askV1';
import { askV2 } from './askV2';
import type { Beside, BesideRequest } from './beside';
import { comparePair } from './comparePair';
import { type Copied, copyPass } from './copyPass';
import { createBudget } from './createBudget';
import { createControls } from './createControls';
import { createQueue } from './createQueue';
import type { Desk, Errand } from './desk';
import { readBack } from './readBack';
import { saidByV2 } from './saidByV2';
import type { ShadowParts } from './shadowParts';
import { translateOnly } from './translateOnly';

/** The comparison as it runs beside the traffic. */
export interface Shadow extends Beside {
  /** Gives up what waits and what is under way: each counts as a timeout. */
  readonly close: () => void;
  readonly load: () => { readonly active: number; readonly waiting: number };
}

/** Bodies of pairs that wait, together. */
const MOST_BYTES = 64 * 1024 * 1024;

type Settle = (outcome: Outcome) => void;
type Work = (errand: Errand) => Promise<Outcome>;

function openLine({ limits, clock, busy, failed }: ShadowParts) {
  const { places, queue: waiting, deadline } = limits;
  const queue = createQueue({ places, waiting, bytes: MOST_BYTES });
  const under = new Set<AbortController>();
  let closed = false;

  const perform = async (times: Pick<Errand, 'at' | 'servedAt'>, request: BesideRequest, work: Work) => {
    const deadlineAt = times.servedAt + deadline;
    if (closed || clock.steady() >= deadlineAt) return 'timeout';
    const end = new AbortController();
    under.add(end);
    const stop = clock.schedule(deadlineAt - clock.steady(), () => end.abort());
    try {
      return await work({ ...times, request, deadlineAt, gone: end.signal });
    } catch (thrown) {
      failed(thrown);
      return 'failed';
    } finally {
      stop();
      under.delete(end);
    }
  };
  return {
    load: queue.load,
    start: (request: BesideRequest, settle: Settle, bytes: number, work: Work): void => {
      const times = { at: clock.now(), servedAt: clock.steady() };
      const taken = !busy() && queue.enter(bytes, async () => settle(await perform(times, request, work)));
      if (!taken) settle('queue_full');
    },
    close: (): void => {
      closed = true;
      for (const end of under) end.abort();
    },
  };
}

function besideV1(desk: Desk, request: BesideRequest, copied: Copied): Work {
  const { limits, budgets, writes } = desk;
  if (request.method !== 'GET') {
    const verify = writes === 'translate-only' ? translateOnly : readBack;
    return (errand) => verify(errand, copied, desk);
  }
  const { route } = request;
  return (errand) => {
    const { gone } = errand;
    const answers = {
      v1: () => answerOfV1(copied, limits.bodyBytes),
      v2: () => askV2(request, route, desk, { gone, spend: budgets.v2.spend }),
      again: () => askV1(request, desk, errand),
    };
    return comparePair(errand, answers, desk);
  };
}

/** Opens the comparison; it costs nothing where a stage asks for none. */
export function createShadow(parts: ShadowParts): Shadow {
  const { accounts, limits, clock, seed, raw, writes } = parts;
  const budgets = { v1: createBudget(limits.perMinute, clock), v2: createBudget(limits.perMinute, clock) };
  const desk: Desk = { ...parts, budgets, controls: createControls(limits.controlPercent, parts.random) };
  const { start, close, load } = openLine(parts);
  const open = (request: BesideRequest): Settle => {
    const settle = accounts.open(request.route.operation.name);
    return (outcome) => {
      settle(outcome);
      parts.settled?.(request);
    };
  };
  const isDrawn = (tag: 'shadow' | 'check', { route, id }: BesideRequest): boolean =>
    limits.samplePercent >= 100 ||
    isWithin(bucketOf(tag, route.operation.resource, seed, id), limits.samplePercent);

  const onV1: Beside['onV1'] = (request) => {
    const { method, route, caller } = request;
    const isRead = route.operation.v1.method === 'GET';
    if (request.beside !== 'shadow' || (!isRead && writes === 'off')) return undefined;
    const settle = open(request);
    if (method === 'HEAD' || !isDrawn('shadow', request) || !budgets.v2.has(caller)) {
      settle(method === 'HEAD' ? 'not_json' : 'sampled_out');
      return undefined;
    }
    const withRequest = !isRead && writes === 'translate-only';
    return copyPass({ most: limits.bodyBytes, withRequest }, (copied) => {
      if (copied === undefined) settle('v1_error');
      else start(request, settle, copied.body?.length ?? 0, besideV1(desk, request, copied));
    });
  };

  const onV2: Beside['onV2'] = (request) => {
    const { id, method, route, caller } = request;
    if (request.beside !== 'check' || route.operation.v1.method !== 'GET') return undefined;
    const settle = open(request);
    if (method === 'HEAD' || !isDrawn('check', request) || !budgets.v1.has(caller)) {
      settle(method === 'HEAD' ? 'not_json' : 'sampled_out');
      return undefined;
    }
    raw.begin(id);
    return (handled) => {
      const said = saidByV2(handled, raw.take(id));
      const answer = answerOf(handled);
      if (!answer.ok) {
        settle(answer.failure);
        return;
      }
      start(request, settle, answer.value.body.length, (errand) => {
        budgets.v1.spend(caller, 1);
        const answers = {
          v1: () => askV1(request, desk, errand),
          v2: () => Promise.resolve(success(said)),
          again: () => askV1(request, desk, errand),
        };
        return comparePair(errand, answers, desk);
      });
    };
  };
  return { onV1, onV2, close, load };
}
