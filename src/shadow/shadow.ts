import type { ComparisonOutcome } from '../comparison/keep/comparisonAccounts';
import { success } from '../contract/result';
import { comparedPart } from '../gateway/outcome/pairDialect';
import { clientAnswer, prepareV1Answer, askV1, askV2, v2AnswerOf } from './askBothSides';
import { comparePair } from './comparePair';
import type { CopiedPass, CopyWish } from './copyPassedAnswer';
import type { ComparisonParts, ComparisonTask, ShadowParts } from './shadowParts';
import type { ShadowedRequest, ShadowObserver } from '../http/shadowPort';
import { createLatestWrites, type IsWrittenAgain, readBack } from './readBack';
import { createCallBudget, createControls, createSampling } from './sampling';
import { type PairWork, openComparisonQueue, type TakeOutcome } from './comparisonQueue';

/** Refusal by the gateway that sends nothing: the request was translated, and only the network is missing. */
const UNSENT = 'upstreamUnreachable';

/** Checks that a write which v1 has answered can be translated. Sends nothing. A translated one counts as equal. */
async function checkTranslation(
  task: ComparisonTask,
  copied: CopiedPass,
  services: ComparisonParts,
): Promise<ComparisonOutcome> {
  const v1 = await prepareV1Answer(copied, { most: services.limits.bodyBytes, wire: services.wire });
  if (!v1.ok) return v1.failure;
  if (copied.sent === undefined) return 'too_large';
  const { id, route, authorization, contentType, clientHeaders } = task.request;
  const askedRequest = { id, route, authorization, contentType, clientHeaders };
  const request = { ...askedRequest, body: copied.sent, cancel: task.cancel };
  const madeAnswer = await services.unsent.handle(request);
  const isTranslated = madeAnswer.refusal?.code === UNSENT;
  // When v1 refuses a write that the mapping accepts, only v2 could refuse it, and v2 is not asked.
  if (isTranslated && v1.value.status >= 400) return 'v1_error';
  // v1's answer stands on both sides, so that nothing differs.
  const answer = isTranslated ? v1 : clientAnswer(madeAnswer);
  if (!answer.ok) return answer.failure;
  const answers2 = success({ answer: answer.value, raw: [], calls: 0 });
  return comparePair(task, { v1: () => Promise.resolve(v1), v2: () => Promise.resolve(answers2) }, services);
}

/** The comparison that runs in the shadow of the traffic. */
export type Shadow = ReturnType<typeof createShadow>;

function createWorkAfterV1(services: ComparisonParts, request: ShadowedRequest) {
  const { limits, writes, wire } = services;
  return (copied: CopiedPass, isWrittenAgain: IsWrittenAgain): PairWork =>
    (task) => {
      const v1 = () => prepareV1Answer(copied, { most: limits.bodyBytes, wire });
      if (request.method === 'GET')
        return comparePair(task, { ...askBothAnew(task, services), v1 }, services);
      if (writes === 'translate-only') return checkTranslation(task, copied, services);
      return readBack(task, copied, isWrittenAgain, services);
    };
}

/** Asks both APIs for a read that neither has answered for the comparison. */
function askBothAnew(task: ComparisonTask, services: ComparisonParts) {
  const { request, cancel } = task;
  const askV1Twice = () => askV1(request, services, task);
  const v2 = () => askV2(request, request.route, services, { cancel, spend: services.budgets.v2.spendCalls });
  return { v1: askV1Twice, v2, again: askV1Twice };
}

/** Opens the account of a request. Returns undefined if it is not compared. */
function openAccount(
  { accounts, settled, budgets }: ComparisonParts,
  tag: 'shadow' | 'check',
  request: ShadowedRequest,
  { isDrawn }: Pick<ReturnType<typeof createSampling>, 'isDrawn'>,
): TakeOutcome | undefined {
  const end = accounts.open(request.route.operation.name);
  const settle: TakeOutcome = (outcome) => {
    end(outcome);
    settled?.(request);
  };
  const budget = tag === 'shadow' ? budgets.v2 : budgets.v1;
  const isHead = request.method === 'HEAD';
  if (!isHead && isDrawn(tag, request) && budget.hasBudget(request.caller)) return settle;
  settle(isHead ? 'not_json' : 'sampled_out');
  return undefined;
}

/** Creates the comparison. It costs nothing for operations whose stage asks for none. */
export function createShadow(services: ShadowParts) {
  const { limits, clock, seed, raw, writes } = services;
  const budget = () => createCallBudget(limits.perMinute, clock, limits.processes);
  const budgets = { v1: budget(), v2: budget() };
  const controls = createControls(limits.controlPercent, services.random);
  const { start, close, load } = openComparisonQueue(services);
  const latestWrites = createLatestWrites(services.gateway.match);
  const sampling = createSampling(limits.samplePercent, seed, clock);
  const noteSeen = sampling.noteOutcomes(services.seen);
  const comparison: ComparisonParts = { ...services, seen: noteSeen, budgets, controls };
  const onV1 = (request: ShadowedRequest): CopyWish | undefined => {
    const isRead = request.route.operation.v1.method === 'GET';
    const answeredWrite = latestWrites.begin(request);
    if (request.compare !== 'shadow' || (!isRead && writes === 'off')) return undefined;
    const settle = openAccount(comparison, 'shadow', request, sampling);
    if (settle === undefined) return undefined;
    const work = createWorkAfterV1(comparison, request);
    const done = (copied: CopiedPass | undefined): void => {
      if (copied === undefined) settle('v1_error');
      else start(request, settle, copied.body?.length ?? 0, work(copied, answeredWrite()));
    };
    return { withRequest: !isRead && writes === 'translate-only', takeCopy: done };
  };

  const onV2: ShadowObserver['onV2'] = (request) => {
    const { id, route, caller } = request;
    latestWrites.begin(request);
    if (request.compare !== 'check' || route.operation.v1.method !== 'GET') return undefined;
    const settle = openAccount(comparison, 'check', request, sampling);
    if (settle === undefined) return undefined;
    raw.begin(id);
    return (served) => {
      // The client has this answer in v1's own form; v1's is compared in the mappings' form.
      const handled = { ...served, answer: comparedPart(served.answer, services.wire) };
      const rawAnswer = v2AnswerOf(handled, raw.take(id));
      const answer = clientAnswer(handled);
      if (!answer.ok) {
        settle(answer.failure);
        return;
      }
      start(request, settle, answer.value.body.length, (task) => {
        budgets.v1.spendCalls(caller, 1);
        const v2 = () => Promise.resolve(success(rawAnswer));
        return comparePair(task, { ...askBothAnew(task, comparison), v2 }, comparison);
      });
    };
  };
  return {
    onV1,
    onV2,
    /** Cancels waiting and running comparisons; each counts as a timeout. */
    close,
    load,
  };
}
