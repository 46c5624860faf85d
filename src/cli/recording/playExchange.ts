import type { Compare, NotCompared } from '../../comparison/comparison';
import type { Privacy } from '../../comparison/createPrivacy';
import { keep } from '../../comparison/keep';
import { maskBody } from '../../comparison/maskBody';
import type { Observed } from '../../comparison/observed';
import type { RecordedExchange } from '../../comparison/recordedExchange';
import type { SeenAnswer } from '../../comparison/seenAnswer';
import type { Gateway, Handled, Route } from '../../gateway/gateway';
import { answerOf } from '../../http/shadow/answerOf';
import { requestText } from '../../http/shadow/requestText';
import { failure, type Result, success } from '../../translation/result';
import { hasSecret } from './hasSecret';
import { standIn } from './standIn';

/** What exchanges are played with. */
export interface PlayParts {
  readonly gateway: Gateway;
  readonly compare: Compare;
  readonly privacy: Privacy;
  readonly epoch: string;
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
}

/** What stands in an observation that came to nothing: only its outcome counts. */
const nothing = { differences: [], request: '', signature: '', caller: '' };

function send(
  route: Route,
  { id, sent }: Pick<RecordedExchange, 'id' | 'sent'>,
  { gateway, authorization, signal }: PlayParts,
): Promise<Handled> {
  const contentType = sent === undefined ? undefined : 'application/json';
  return gateway.handle({
    id,
    route,
    authorization,
    gone: signal,
    contentType,
    body: Buffer.from(sent ?? ''),
  });
}

/** Asks for what a stand-in is taken from, under an id of its own: it is no part of the exchange. */
async function askBeside(
  target: string,
  id: string,
  parts: PlayParts,
): Promise<Result<SeenAnswer, NotCompared>> {
  const route = parts.gateway.match('GET', target);
  if (route?.ok !== true) return failure('v2_error');
  const shown = answerOf(await send(route.value, { id: `${id}-beside` }, parts));
  // A v2 that fails has not said that there is no such thing.
  return shown.ok && shown.value.status >= 500 ? failure('v2_error') : shown;
}

/** The request as it can be sent. */
function complete(
  exchange: RecordedExchange,
  parts: PlayParts,
): Promise<Result<RecordedExchange, NotCompared>> | Result<RecordedExchange, NotCompared> {
  return hasSecret(exchange)
    ? standIn(exchange, (target) => askBeside(target, exchange.id, parts))
    : success(exchange);
}

type Seen = Pick<Observed, 'id' | 'at' | 'epoch' | 'resource' | 'operation'>;

/** Holds v2's answer against the recorded one. */
function hold(
  seen: Seen,
  { caller = '', method, target, status, headers, body }: RecordedExchange,
  handled: Handled,
  { compare, privacy, epoch }: PlayParts,
): Observed {
  const v2 = answerOf(handled);
  if (!v2.ok) return { ...seen, ...nothing, outcome: v2.failure };
  // Secrets are not in the recording: they are taken out of the other side as well.
  const open: Privacy = { ...privacy, mayKeep: (path) => !privacy.isSecret(path) };
  const v1 = { status, headers, body };
  const played = { ...v2.value, body: maskBody(v2.value.body, open) };
  const compared = compare(v1, played, seen.operation);
  if (!compared.ok) return { ...seen, ...nothing, outcome: compared.reason };
  const { detail: unfit } = handled.trace;
  const pair = {
    ...{ ...seen, caller, request: requestText(method, target), v1, v2: played, raw: [] },
    ...(unfit === undefined ? {} : { unfit }),
  };
  return keep(pair, compared, undefined, { privacy, epoch });
}

const UNAUTHORIZED = 401;

/** True where v2, or the gateway for want of a key, refuses what v1 had answered: that is no difference of the two. */
const isRefused = ({ answer }: Handled, { status }: RecordedExchange): boolean =>
  answer.status === UNAUTHORIZED && status !== UNAUTHORIZED;

/** Plays one recorded request through the translation; undefined where no mapping answers it, `refused` without a valid key. */
export async function playExchange(
  exchange: RecordedExchange,
  parts: PlayParts,
): Promise<Observed | 'refused' | undefined> {
  const { gateway, epoch } = parts;
  const { id, at, method, target } = exchange;
  const matched = gateway.match(method, target);
  if (matched?.ok !== true) return undefined;
  const { name: operation, resource } = matched.value.operation;
  const seen: Seen = { id, at, epoch, resource, operation };
  const whole = await complete(exchange, parts);
  if (!whole.ok) return { ...seen, ...nothing, outcome: whole.failure };
  const route = gateway.match(method, whole.value.target);
  if (route?.ok !== true) return undefined;
  const handled = await send(route.value, whole.value, parts);
  return isRefused(handled, exchange) ? 'refused' : hold(seen, whole.value, handled, parts);
}
