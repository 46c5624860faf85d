import type { Cutover } from '../../cutover/cutover';
import { isPassing, type Served } from '../../cutover/evidence/traffic';
import type { Side } from '../../cutover/stages/stage';
import type { Clock } from '../../contract/clock';
import { RequestContext } from '../context';
import type { AsksAgain, Route, Translation } from '../gateway';
import type { Keys } from '../keys/clientKeys';
import type { Upstream } from '../upstream';
import { askV1Instead } from './fallback';
import { servedByV1, servedByV2 } from './recordOutcome';

/** Options of createAsksAgain. */
interface AgainParts {
  /** Whose keys are known now: one that was withdrawn meanwhile is not shown again. */
  readonly keys: Keys;
  readonly translation: Translation;
  readonly stages: {
    readonly cutover: Pick<Cutover, 'decide' | 'served'>;
    readonly callV1: Upstream | undefined;
    readonly deadlineMs: number;
  };
  readonly clock: Clock;
}

/** Pauses (ms) before it is asked again: two short ones, after which a failure is no accident, then the last one repeats. */
const PAUSES = [2_000, 3_000, 20_000] as const;

/** Time (ms) after the client's own latest failure at which it ends. */
const LASTS = 3_600_000;

/** An answer that takes longer (ms) is not waited for. */
const PATIENCE = 3_000;

/** Most reads that are asked again at a time: where all fail, there is no need for each. */
const MOST = 20;

/** Most callers remembered as answered: whoever never was is not asked for again because a key is refused. */
const MOST_CALLERS = 10_000;

/** One read of one caller that fails. */
interface Failing {
  readonly side: Side;
  readonly context: RequestContext;
  readonly route: Route;
  /** True if the client got no answer in time: then none within the patience is a failure as well. */
  readonly silent: boolean;
  /** Steady ms. */
  until: number;
  asked: number;
  cancel: () => void;
}

const idOf = ({ side, operation, caller }: Served): string => `${side} ${operation} ${caller}`;

/** The same read without its client, until the signal fires. */
function repeated(
  { id, authorization, traceparent, target, targetForV1, fingerprint }: RequestContext,
  { keys, clock }: Pick<AgainParts, 'keys' | 'clock'>,
  cancel: AbortSignal,
): RequestContext {
  const caller = keys.identify(authorization);
  const head = { id, authorization, contentType: undefined, traceparent, method: 'GET', target, cancel };
  return Object.assign(new RequestContext(head, clock), { targetForV1, caller, fingerprint });
}

/** Asks the side once more; undefined if it cannot be asked. */
async function askSide(
  parts: AgainParts,
  { side, context, route }: Failing,
  cancel: AbortSignal,
): Promise<Served | undefined> {
  const { translation, stages, clock } = parts;
  const asked = repeated(context, parts, cancel);
  const begun = clock.steady();
  const { targetForV1: target } = asked;
  if (side === 'v2') {
    const handled = await translation.translate(asked, route);
    const milliseconds = clock.steady() - begun;
    const settled = { by: 'v2', answer: handled.answer } as const;
    return servedByV2(asked, route, { because: 'stage', handled, settled, milliseconds });
  }
  if (stages.callV1 === undefined || target === undefined) return undefined;
  const deadlineAt = begun + stages.deadlineMs;
  const { answer, refusal } = await askV1Instead(stages.callV1, asked, { method: 'GET', target, deadlineAt });
  const ended = { status: answer.status, problem: refusal?.code, milliseconds: clock.steady() - begun };
  return servedByV1(asked, route, { because: 'stage', ...ended });
}

/** The answer as it counts: undefined if it says nothing. */
function counted(served: Served, { silent }: Failing): Served | undefined {
  const isLate = served.signature === 'clientGone';
  if (isLate && !silent) return undefined;
  return { ...served, failed: served.failed || isLate, again: true };
}

/** True while there is a reason to ask further. */
const isBad = ({ failed, refused, signature }: Served): boolean =>
  failed || refused === true || signature === 'clientGone';

const isRefusedByV2 = ({ side, refused }: Served): boolean => side === 'v2' && refused === true;

/** True for a key that was known and is not any more. */
const isWithdrawn = (keys: Keys, { caller, authorization }: RequestContext): boolean =>
  caller !== undefined && keys.identify(authorization) === undefined;

/** True where asking may help: whoever is over a limit, or waits for the gateway itself, is not helped by one more request. */
const isWorthIt = ({ caller, signature }: Served, { operation }: Route): boolean =>
  caller !== '' && operation.v1.method === 'GET' && signature !== 'rateLimited' && !isPassing(signature);

/** True while the answer to a failing read concerns its caller: whom v2 refuses, v1 answers until v2 takes this one. */
function isStill(
  { keys, stages, clock }: Pick<AgainParts, 'keys' | 'stages' | 'clock'>,
  { side, context, route, until }: Failing,
): boolean {
  if (clock.steady() >= until || isWithdrawn(keys, context)) return false;
  const decision = stages.cutover.decide(route.operation.resource, context.fingerprint);
  return decision.side === side || (side === 'v2' && decision.because === 'refused');
}

/** Creates it; nothing is asked before a read fails. */
export function createAsksAgain(parts: AgainParts): AsksAgain {
  const { stages, clock } = parts;
  const all = new Map<string, Failing>();
  const [answered, underWay] = [new Set<string>(), new Set<AbortController>()];
  const end = (id: string): void => {
    all.get(id)?.cancel();
    all.delete(id);
  };
  const askPatiently = (one: Failing): Promise<Served | undefined> => {
    const patience = new AbortController();
    underWay.add(patience);
    const stop = clock.schedule(PATIENCE, () => patience.abort());
    return askSide(parts, one, patience.signal).finally(() => {
      stop();
      underWay.delete(patience);
    });
  };
  const again = async (id: string, one: Failing): Promise<void> => {
    const served = isStill(parts, one) ? await askPatiently(one) : undefined;
    if (all.get(id) !== one) return;
    const count = served && counted(served, one);
    if (count !== undefined) stages.cutover.served(count);
    if (served !== undefined && isBad(served)) next(id, one);
    else end(id);
  };
  const next = (id: string, one: Failing): void => {
    const pause = PAUSES[Math.min(one.asked, PAUSES.length - 1)] ?? 0;
    one.asked += 1;
    one.cancel = clock.schedule(pause, () => void again(id, one));
  };
  const begin = (served: Served, context: RequestContext, route: Route): void => {
    const known = all.get(idOf(served));
    const until = clock.steady() + LASTS;
    if (known !== undefined) known.until = until;
    if (known !== undefined || all.size >= MOST || !isWorthIt(served, route)) return;
    const silent = served.signature === 'upstreamTimeout';
    const one = { side: served.side, context, route, silent, until, asked: 0, cancel: () => undefined };
    all.set(idOf(served), one);
    next(idOf(served), one);
  };
  return {
    ended: (served, context, route) => {
      const { caller, failed } = served;
      if (served.because === 'forced') return;
      const isRefused = isRefusedByV2(served);
      if (failed || (isRefused && answered.has(caller))) begin(served, context, route);
      if (failed || isRefused) return;
      if (answered.size < MOST_CALLERS) answered.add(caller);
      if (all.size > 0) end(idOf(served));
    },
    close: () => {
      for (const id of [...all.keys()]) end(id);
      for (const one of underWay) one.abort();
    },
  };
}
