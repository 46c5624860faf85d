import { randomBytes } from 'node:crypto';
import type { ComparePair, NotCompared, SeenAnswer } from '../../comparison/compare/answerPair';
import { createCompare } from '../../comparison/compare/compareAnswers';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import { observationOf, type SeenPair } from '../../comparison/keep/observation';
import { createPrivacy, type Privacy, SCRUBBED } from '../../comparison/keep/privacy';
import type { RecordedExchange } from '../../comparison/keep/recordedExchange';
import { maskRecorded } from '../../comparison/keep/recordedTexts';
import { type Clock, HOUR_MS, MINUTE_MS } from '../../contract/clock';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { definedMembers, failure, type Result, success } from '../../contract/result';
import { createGateway } from '../../gateway/createGateway';
import type { Gateway, MadeAnswer, Route } from '../../gateway/gateway';
import { cursorSideOf } from '../../gateway/lists/cursorSide';
import { passKeysOn } from '../../gateway/keys/clientKeys';
import { comparedPart, createPairUpstream } from '../../gateway/outcome/pairDialect';
import type { Upstream } from '../../gateway/upstream';
import type { Operation } from '../../mapping/compile/compiledOperation';
import type { PairWire } from '../../mapping/profile/wire';
import { readJson } from '../../mapping/translate/exactJson';
import { clientAnswer } from '../askBothSides';
import { requestText } from '../comparePair';

/** The placeholder of a secret as it appears in a query, with escaped brackets. */
const ESCAPED = new URLSearchParams({ '': SCRUBBED }).toString().slice(1);

/** Reports whether the request contained a secret, which is never recorded. */
export const hasSecret = ({ target, sent = '' }: RecordedExchange): boolean =>
  [target, sent].some((text) => text.includes(SCRUBBED)) || target.includes(ESCAPED);

/** A read that finds a resource by one of its attributes, such as `/v1/accounts/by-login/{login}`. */
interface Lookup {
  /** Path of the resource's list: the found resource is also at `${collection}/{id}`. */
  readonly collection: string;
  readonly attribute: string;
}

const SHAPE = /^(?<collection>\/v1\/[\w-]+)\/by-(?<attribute>\w+)\/(?<sought>[^/]+)$/;

/** Reads the lookup from an exchange that looked up by a secret. Returns undefined for every other exchange. */
export function lookupOf({ method, target }: RecordedExchange): Lookup | undefined {
  const [path = ''] = target.split('?', 1);
  const { collection = '', attribute = '', sought } = SHAPE.exec(path)?.groups ?? {};
  return method === 'GET' && sought === SCRUBBED ? { collection, attribute } : undefined;
}

/** The exchanges to play, and the counts of those left out. */
export interface ChosenExchanges {
  readonly played: readonly RecordedExchange[];
  readonly writes: number;
  /** Requests with a secret in the address that nothing can replace. */
  readonly scrubbed: number;
}

/** Reports whether v1's answer shows if the lookup found something. */
const isDecided = ({ status }: RecordedExchange): boolean => status === 200 || status === 404;

/** Reports whether the request needs no secret, or its secret can be replaced. */
function isPlayable(exchange: RecordedExchange): boolean {
  if (lookupOf(exchange) !== undefined) return isDecided(exchange);
  return !hasSecret({ ...exchange, sent: '' });
}

/** Chooses the reads that can be played. */
export function chooseExchanges(exchanges: readonly RecordedExchange[]): ChosenExchanges {
  const reads = exchanges.filter(({ method }) => method === 'GET');
  const played = reads.filter(isPlayable);
  return { played, writes: exchanges.length - reads.length, scrubbed: reads.length - played.length };
}

type Ask = (target: string) => Promise<Result<SeenAnswer, NotCompared>>;

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? value[name] : undefined;

/** Reads the resource in the body of a v1 answer. */
export function resourceIn(body: string): JsonObject | undefined {
  const read = readJson(body, 'drop');
  const data = read.ok ? memberOf(read.value, 'data') : undefined;
  return isJsonObject(data) ? data : undefined;
}

/** Reads from v2 the current key of the resource that v1 had found. Returns an unused key if there is none. */
async function keyOf(
  { id, body }: RecordedExchange,
  { collection, attribute }: Lookup,
  ask: Ask,
): Promise<Result<string, NotCompared>> {
  const unusedKey = success(`nobody-${id}`);
  const foundId = resourceIn(body)?.['id'];
  if (typeof foundId !== 'string') return unusedKey;
  const answer = await ask(`${collection}/${encodeURIComponent(foundId)}`);
  if (!answer.ok) return answer;
  const key = memberOf(resourceIn(answer.value.body)?.['attributes'], attribute);
  return typeof key === 'string' && key !== '' ? success(key) : unusedKey;
}

/** Parts of playExchange. */
export interface PlayParts {
  readonly gateway: Gateway;
  readonly compare: ComparePair;
  readonly privacy: Privacy;
  readonly epoch: string;
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
}

/** Members of an observation without an answer: only its outcome counts. */
const noFindings = { differences: [], request: '', signature: '', caller: '' };

/** Sends a recorded read through the gateway under its own id. */
function sendRead(
  route: Route,
  { id }: Pick<RecordedExchange, 'id'>,
  { gateway, authorization, signal }: PlayParts,
): Promise<MadeAnswer> {
  const body = Buffer.alloc(0);
  return gateway.handle({ id, route, authorization, cancel: signal, contentType: undefined, body });
}

/** Returns the id of a request that is no part of its exchange. */
export const standInRequestId = (id: string): string => `${id}-stand-in`;

/** Reads the resource that a replacement is taken from, under a separate id: it is no part of the exchange. */
async function askForStandIn(
  target: string,
  id: string,
  services: PlayParts,
): Promise<Result<SeenAnswer, NotCompared>> {
  const route = services.gateway.match('GET', target);
  if (route?.ok !== true) return failure('v2_error');
  const answer = clientAnswer(await sendRead(route.value, { id: standInRequestId(id) }, services));
  // A failing v2 does not prove that the resource is missing.
  return answer.ok && answer.value.status >= 500 ? failure('v2_error') : answer;
}

/**
 * Replaces the secret of a lookup, which is not recorded: a resource found by login is looked up by the login that v2
 * shows for it.
 */
async function replaceSecret(
  exchange: RecordedExchange,
  services: PlayParts,
): Promise<Result<RecordedExchange, NotCompared>> {
  const { target } = exchange;
  const lookup = lookupOf(exchange);
  if (lookup === undefined) return success(exchange);
  const key = await keyOf(exchange, lookup, (path) => askForStandIn(path, exchange.id, services));
  if (!key.ok) return key;
  return success({ ...exchange, target: target.replace(SCRUBBED, encodeURIComponent(key.value)) });
}

type Seen = Pick<SeenPair, 'id' | 'at' | 'epoch' | 'resource' | 'operation'>;

/** Compares v1's recorded answer with the gateway's, with the free texts masked on both sides. */
function compareRecorded(
  identity: Seen,
  { caller = '', method, target, status, headers, body }: RecordedExchange,
  madeAnswer: MadeAnswer,
  { compare, privacy, epoch }: PlayParts,
): SeenPair {
  const v2 = clientAnswer(madeAnswer);
  if (!v2.ok) return { ...identity, ...noFindings, outcome: v2.failure };
  // A recording holds no secrets and no free texts (an older version did): they are masked on both sides.
  const v1 = { status, headers, body: maskRecorded(body, privacy) };
  const played = { ...v2.value, body: maskRecorded(v2.value.body, privacy) };
  const compared = compare(v1, played, identity.operation);
  if (!compared.ok) return { ...identity, ...noFindings, outcome: compared.reason };
  const request = { caller, request: requestText(method, target) };
  const pair = { ...identity, ...request, v1, v2: played, raw: [], unfit: madeAnswer.refusal?.detail };
  return observationOf(definedMembers(pair), compared, undefined, { privacy, epoch });
}

const UNAUTHORIZED_STATUS = 401;

/** Reports whether v2, or the gateway without a key, refuses a request that v1 had answered, which is no difference. */
const isRefused = ({ answer }: MadeAnswer, { status }: RecordedExchange): boolean =>
  answer.status === UNAUTHORIZED_STATUS && status !== UNAUTHORIZED_STATUS;

/** The operations that exchanges are played through, the agreed differences, and the time by which they are in force. */
export interface PlayedSubject {
  readonly clock: Clock;
  readonly operations: readonly Operation[];
  readonly wire: PairWire;
  readonly rules: readonly IgnoreRule[];
}

/** Deadline (ms) of one request: the first one for a login may read a whole list. */
const CALL_TIMEOUT_MS = MINUTE_MS;

/** Age (ms) up to which a list that was read is used: a whole replay. */
const INDEX_FRESH_MS = HOUR_MS;

/** List pages that one lookup may read. */
const MAX_INDEX_PAGES = 2_000;

/** Opens a separate gateway in front of v2. Keys are passed on unchanged. */
export function createPlayer(
  upstream: Upstream,
  { operations, wire, rules, clock }: PlayedSubject,
): Pick<PlayParts, 'gateway' | 'compare' | 'privacy'> {
  const secret = randomBytes(32);
  const gateway = createGateway({
    operations,
    upstream: createPairUpstream(upstream, wire),
    tellsLength: wire.tellsLength,
    writeAnswer: (answer) => comparedPart(answer, wire),
    keys: passKeysOn,
    clock,
    index: { secret, freshMs: INDEX_FRESH_MS, pageBudget: MAX_INDEX_PAGES },
    deadlineMs: CALL_TIMEOUT_MS,
    report: () => undefined,
  });
  return {
    gateway,
    compare: createCompare({ rules, now: clock.now }),
    privacy: createPrivacy({ secret, kept: [] }),
  };
}

/** Plays one recorded read through the translation. Undefined without a mapping, `refused` without a valid key. */
export async function playExchange(
  exchange: RecordedExchange,
  services: PlayParts,
): Promise<SeenPair | 'refused' | undefined> {
  const { gateway, epoch } = services;
  const { id, at, method, target } = exchange;
  const matched = gateway.match(method, target);
  if (matched?.ok !== true) return undefined;
  const { name: operation, resource } = matched.value.operation;
  const identity: Seen = { id, at, epoch, resource, operation };
  const completed = await replaceSecret(exchange, services);
  if (!completed.ok) return { ...identity, ...noFindings, outcome: completed.failure };
  const route = gateway.match(method, completed.value.target);
  if (route?.ok !== true) return undefined;
  if (cursorSideOf(route.value) !== undefined) return { ...identity, ...noFindings, outcome: 'v2_error' };
  const handled = await sendRead(route.value, completed.value, services);
  if (isRefused(handled, exchange)) return 'refused';
  return compareRecorded(identity, completed.value, handled, services);
}
