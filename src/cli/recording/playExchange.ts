import { randomBytes } from 'node:crypto';
import type { Compare, NotCompared, SeenAnswer } from '../../comparison/compare/answerPair';
import { type RecordedExchange, SCRUBBED } from '../../comparison/keep/recordedExchange';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { readJson } from '../../mapping/translate/exactJson';
import { failure, type Result, success } from '../../contract/result';
import { hasSecret, type Lookup, lookupOf } from './chooseExchanges';
import { createPrivacy, maskBody, type Privacy } from '../../comparison/keep/privacy';
import { keep, type Observed } from '../../comparison/keep/observed';
import type { Gateway, Handled, Route } from '../../gateway/gateway';
import { answerOf } from '../../shadow/sideAnswers';
import { requestText } from '../../shadow/comparePair';
import { createCompare } from '../../comparison/compare/compareAnswers';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import { contracts } from '../../contract/contracts';
import { createGateway } from '../../gateway/createGateway';
import { passKeysOn } from '../../gateway/keys/clientKeys';
import type { Upstream } from '../../gateway/upstream';
import type { Operation } from '../../mapping/compile/compiledOperation';
import { systemClock as clock } from '../../runtime/systemClock';

/** Asks v2 for a v1 read through the translation. */
type Ask = (target: string) => Promise<Result<SeenAnswer, NotCompared>>;

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? value[name] : undefined;

function dataOf(body: string): JsonObject | undefined {
  const read = readJson(body, 'drop');
  const data = read.ok ? memberOf(read.value, 'data') : undefined;
  return isJsonObject(data) ? data : undefined;
}

/** What v2 shows today as the key of what v1 had found; one that nobody has, where v1 or v2 knows no such thing. */
async function keyOf(
  { id, body }: RecordedExchange,
  { found, attribute }: Lookup,
  ask: Ask,
): Promise<Result<string, NotCompared>> {
  const nobodys = success(`nobody-${id}`);
  const known = dataOf(body)?.['id'];
  if (typeof known !== 'string') return nobodys;
  const shown = await ask(`${found}/${encodeURIComponent(known)}`);
  if (!shown.ok) return shown;
  const key = memberOf(dataOf(shown.value.body)?.['attributes'], attribute);
  return typeof key === 'string' && key !== '' ? success(key) : nobodys;
}

/**
 * An exchange with something in the place of its secrets, which are not recorded. What was found by a login is looked for
 * by the login that v2 shows of it; in a write, which goes to a sandbox only, an invented word does.
 */
async function standIn(exchange: RecordedExchange, ask: Ask): Promise<Result<RecordedExchange, NotCompared>> {
  const { id, target, sent } = exchange;
  const lookup = lookupOf(exchange);
  if (lookup !== undefined) {
    const key = await keyOf(exchange, lookup, ask);
    return key.ok
      ? success({ ...exchange, target: target.replace(SCRUBBED, encodeURIComponent(key.value)) })
      : key;
  }
  const invented = sent?.replaceAll(JSON.stringify(SCRUBBED), JSON.stringify(`invented-${id}`));
  return success(invented === undefined ? exchange : { ...exchange, sent: invented });
}

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
    cancel: signal,
    contentType,
    body: Buffer.from(sent ?? ''),
  });
}

/** Asks for what a stand-in is taken from, under an id of its own: it is no part of the exchange. */
async function askForStandIn(
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
    ? standIn(exchange, (target) => askForStandIn(target, exchange.id, parts))
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
  const unfit = handled.refusal?.detail;
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

/** What exchanges are played through, and with which agreed differences. */
export interface Played {
  readonly operations: readonly Operation[];
  readonly rules: readonly IgnoreRule[];
}

/** What a recording is played with. */
type Player = Pick<PlayParts, 'gateway' | 'compare' | 'privacy'>;

/** Most time (ms) for one request: the first one for a login may read a whole list. */
const DEADLINE = 60_000;

/** What was read of a list is good for a whole replay, ms. */
const FRESH = 3_600_000;

/** List pages that one lookup may read. */
const PAGE_BUDGET = 2_000;

/** Opens a gateway of its own in front of v2; keys go there as they are. */
export function createPlayer(upstream: Upstream, { operations, rules }: Played): Player {
  const secret = randomBytes(32);
  return {
    gateway: createGateway({
      operations,
      upstream,
      keys: passKeysOn,
      clock,
      index: { secret, freshMs: FRESH, pageBudget: PAGE_BUDGET },
      deadlineMs: DEADLINE,
      report: () => undefined,
    }),
    compare: createCompare({ rules, now: clock.now }),
    privacy: createPrivacy({
      secret,
      contracts: [...contracts.v1.values(), ...contracts.v2.values()],
      kept: [],
    }),
  };
}
