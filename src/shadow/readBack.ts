import { dataOf, isJsonObject, type Json } from '../contract/json';
import { Recent } from '../contract/recent';
import type { Gateway, Route } from '../gateway/gateway';
import { failure, type Result, success } from '../contract/result';
import type { Clock } from '../contract/clock';
import type { ComparisonOutcome } from '../comparison/keep/comparisonAccounts';
import type { NotCompared, SeenAnswer } from '../comparison/compare/answerPair';
import { readJson, writeJson } from '../mapping/translate/exactJson';
import { prepareV1Answer, askV1, askV2, type V2Answer } from './askBothSides';
import { comparePair } from './comparePair';
import type { CopiedPass } from './copyPassedAnswer';
import type { ShadowedRequest } from '../http/shadowPort';
import type { ComparisonParts, ComparisonTask } from './shadowParts';

/** Path segments after a resource's own that name an action on it: `/status`, `/actions/complete`. */
const MAX_ACTION_SEGMENTS = 2;

const idOf = (body: Json): string | undefined => {
  const data = dataOf(body);
  const id = isJsonObject(data) ? data['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
};

/** A read that shows all of a resource, because v1's answers to writes leave nothing out. */
interface WholeRead {
  /** Path of the resource. */
  readonly path: string;
  /** Route with all members shown. */
  readonly route: Route;
  /** Path and query for v1. */
  readonly target: string;
}

/** Creates a read that hides nothing: for v1 all its flags are set, and for v2 a query hides no member. */
function makeWholeRead({ operation, parameters }: Route, path: string): WholeRead {
  const { flags = [] } = operation.v1;
  const unhiddenRoute = { operation: { ...operation, query: () => success({ hidden: [] }) }, parameters };
  const flagQuery = flags.map((flag) => `${flag}=1`).join('&');
  return { path, route: unhiddenRoute, target: flagQuery === '' ? path : `${path}?${flagQuery}` };
}

/** Finds the read of the written resource. Returns undefined when no single resource can be read. */
function findWholeRead(
  { method, target }: { readonly method: string; readonly target: string },
  answerBody: Json,
  match: Gateway['match'],
): WholeRead | undefined {
  const [path = ''] = target.split('?');
  const written = path.split('/');
  const id = idOf(answerBody);
  if (method === 'POST' && id !== undefined) written.push(encodeURIComponent(id));
  for (let fewer = 0; fewer <= MAX_ACTION_SEGMENTS; fewer += 1) {
    const readPath = written.slice(0, written.length - fewer).join('/');
    const matched = match('GET', readPath);
    const isSingle = matched?.ok === true && Object.keys(matched.value.parameters).length > 0;
    if (isSingle && matched.value.operation.list === undefined) return makeWholeRead(matched.value, readPath);
  }
  return undefined;
}

/** Resources whose latest write is remembered. */
const MAX_RESOURCES = 100_000;

/** Returns whether a resource, by its path, was written again later, or meanwhile by another write. */
export type IsWrittenAgain = (path: string) => boolean;

/**
 * Remembers the latest write to each resource, so that a read back knows if another write has changed it since. Writes
 * that another process hands on are not in it.
 */
export function createLatestWrites(match: Gateway['match']) {
  const latestWrites = new Recent<string, object>(MAX_RESOURCES);
  return {
    /** Notes a request that begins. The returned function is called when v1 has answered it. */
    begin: (request: ShadowedRequest): (() => IsWrittenAgain) => {
      const { resource, v1 } = request.route.operation;
      if (v1.method === 'GET') return () => () => false;
      // A bulk change names its resources in its body: it may be any of them.
      const several = request.method === 'POST' ? undefined : resource;
      const path = findWholeRead(request, null, match)?.path ?? several;
      const write = {};
      const noteWrite = (): void => {
        if (path !== undefined) latestWrites.set(path, write);
      };
      const latestOfSeveral = latestWrites.get(resource);
      noteWrite();
      return () => {
        const isDisturbed = path !== undefined && latestWrites.get(path) !== write;
        noteWrite();
        return (read) =>
          isDisturbed ||
          latestWrites.get(resource) !== latestOfSeveral ||
          (latestWrites.get(read) ?? write) !== write;
      };
    },
  };
}

/** Waits for `wait` ms, or until the signal fires. */
export function delay(wait: number, clock: Pick<Clock, 'schedule'>, cancel: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      cancel.removeEventListener('abort', end);
      resolve();
    };
    const stop = clock.schedule(wait, end);
    if (cancel.aborted) end();
    else cancel.addEventListener('abort', end, { once: true });
  });
}

/** First wait (ms) for a write to show in v2; each further one is twice as long. */
const FIRST_WAIT_MS = 250;

const isSuccessful = ({ status }: SeenAnswer): boolean => status >= 200 && status < 300;

function parseBody(body: string): Json {
  const read = readJson(body, 'drop');
  return read.ok ? read.value : null;
}

/** Derives the expected answer to a read from v1's answer to the write, or undefined when that shows no resource. */
function expectedAnswer(method: string, v1: SeenAnswer, body: Json): SeenAnswer | undefined {
  if (method === 'DELETE') return { status: 404, headers: {}, body: '' };
  const data = dataOf(body);
  if (!isJsonObject(data) || !isJsonObject(data['attributes'])) return undefined;
  return { status: 200, headers: v1.headers, body: writeJson({ data }) };
}

/** Keeps only the status: a deleted resource has nothing else to compare. */
const keepStatus = ({ status }: SeenAnswer): SeenAnswer => ({ status, headers: {}, body: '' });

/** Reads until v2 agrees with v1, its time is over, or v1's answer is outdated. */
async function readUntilSettled(
  task: ComparisonTask,
  route: Route,
  wantedAnswer: SeenAnswer,
  isOutdated: () => boolean,
  services: ComparisonParts,
): Promise<Result<V2Answer, NotCompared>> {
  const { request, cancel } = task;
  const { clock, limits, budgets } = services;
  const lastAt = Math.min(task.deadlineAt, task.servedAt + limits.lag);
  for (let wait = FIRST_WAIT_MS; ; wait *= 2) {
    const answer2 = await askV2(request, route, services, { cancel, spend: budgets.v2.spendCalls });
    if (!answer2.ok) return answer2;
    const answer = wantedAnswer.body === '' ? keepStatus(answer2.value.answer) : answer2.value.answer;
    const compared = await services.compare(wantedAnswer, answer, route.operation.name);
    const same = !compared.ok || compared.differences.length === 0;
    const late = clock.steady() + wait > lastAt || !budgets.v2.hasBudget(request.caller);
    if (!same && isOutdated()) return failure('overwritten');
    if (same || late) return success({ ...answer2.value, answer });
    await delay(wait, clock, cancel);
  }
}

/** Verifies a write that v1 has executed: reads the resource through v2 and compares it with v1's own answer. */
export async function readBack(
  task: ComparisonTask,
  copied: CopiedPass,
  isWrittenAgain: IsWrittenAgain,
  services: ComparisonParts,
): Promise<ComparisonOutcome> {
  const v1 = await prepareV1Answer(copied, { most: services.limits.bodyBytes, wire: services.wire });
  if (!v1.ok) return v1.failure;
  if (!isSuccessful(v1.value)) return 'v1_error'; // nothing was written
  const { request } = task;
  const body = parseBody(v1.value.body);
  const read = findWholeRead(request, body, services.gateway.match);
  const wantedAnswer = expectedAnswer(request.method, v1.value, body);
  if (read === undefined || wantedAnswer === undefined) return 'not_json';
  const answers = {
    v1: () => Promise.resolve(success(wantedAnswer)),
    v2: () => readUntilSettled(task, read.route, wantedAnswer, () => isWrittenAgain(read.path), services),
    // A write is never sent a second time; reading the resource from v1 is as good a control.
    again: async () => {
      const answer1 = await askV1({ ...request, target: read.target }, services, task);
      return answer1.ok && wantedAnswer.body === '' ? success(keepStatus(answer1.value)) : answer1;
    },
  };
  return comparePair(task, answers, services);
}
