import { randomBytes, randomUUID } from 'node:crypto';
import type { Config } from '../../config/configuration';
import type { Json } from '../../contract/json';
import { decide, explainDecision } from '../../cutover/stages/decide';
import { initialState } from '../../cutover/stages/stageState';
import { createGateway } from '../../gateway/createGateway';
import {
  explainRefusal,
  explainMembers,
  explainRoute,
  type Subject,
  withheldAttributes,
} from '../../gateway/explain/explainSubject';
import type { Route } from '../../gateway/gateway';
import type { Keys } from '../../gateway/keys/clientKeys';
import { cursorSideOf } from '../../gateway/lists/cursorSide';
import { createPairUpstream } from '../../gateway/outcome/pairDialect';
import { bodyValue, type ProblemCode } from '../../gateway/problems';
import { chooseFallback, failurePhase } from '../../gateway/refusal';
import type { Upstream } from '../../gateway/upstream';
import { createUpstream } from '../../http/upstream/upstreamClient';
import { upstreamLimits } from '../../http/upstream/upstreamLimits';
import { type CallLine, explainAnswer, type Explanation } from '../../mapping/explain/explanation';
import { stageViews } from '../../operator/stageViews';
import { type Closers, createClosers } from '../../runtime/closers';
import { openKeys } from '../../runtime/reload/secrets';
import { systemClock as clock } from '../../runtime/systemClock';
import type { Sandbox } from '../../sandbox/sandboxOptions';
import { valueOrEnd, reasonsIn, type Surroundings } from '../command';
import { openOperator } from '../operatorClient';
import type { AskedCall } from './readCall';

export interface ExplainOptions {
  readonly request: readonly string[];
  readonly config?: string;
  readonly admin?: string;
  readonly sandbox: boolean;
  readonly liveShapes: boolean;
  readonly body?: string;
  readonly header: readonly string[];
  /** Name of the variable that holds the key: every user of the machine could read a key on the command line. */
  readonly keyEnv?: string;
  readonly v2?: string;
  readonly item: number;
  readonly send: boolean;
  readonly json: boolean;
}

/** Surroundings of an explanation. */
interface ExplainSetting {
  readonly options: ExplainOptions;
  readonly config: Config;
  readonly around: Surroundings;
}

/** Opens the configured upstream, or the built-in marketplace, and the keys for it. */
async function openUpstream(
  { options: { liveShapes }, config, around: { environment, terminal } }: ExplainSetting,
  closers: Closers,
) {
  let sandbox: Sandbox | undefined;
  if (config.upstream.kind === 'sandbox') {
    const { openSandbox } = await import('../../runtime/upstreams.js');
    sandbox = valueOrEnd(await openSandbox(0, { liveShapes }));
    closers.add(sandbox.close);
  }
  const service = config.upstream.kind === 'service' ? config.upstream : undefined;
  const origin = service?.v2 ?? sandbox?.origin ?? '';
  const limits = { ...upstreamLimits, bodyBytes: config.limits.answerBytes };
  const { call, close } = createUpstream({ origin, limits, clock });
  closers.add(close);
  const keys = valueOrEnd(
    await openKeys({ settings: config.keys, environment, sandbox, colour: terminal.colour }),
  ).v1;
  /** For a request without a key: the sandbox's own. */
  const authorization = sandbox && `Bearer ${sandbox.keys.v2}`;
  // The marketplace's v1 is not needed: only v2 is explained.
  return { upstream: call, keys, authorization, hasV1: service?.v1 !== undefined };
}

/** The side that answers, in words. */
interface ExplainedStage {
  readonly text: string;
  /** True if v1 answers in the place of a v2 that provably could not. */
  readonly mayFallBack: boolean;
}

/** Returns the stage of a request that only this side answers. */
const sideAlone = (sentence: string, side: string): ExplainedStage => ({
  text: side === 'v2' ? sentence : `${sentence} (explained is what v2 would answer)`,
  mayFallBack: false,
});

/** Finds the stage of the caller: by configuration and date alone, or as the running gateway answers. */
async function stageOf(
  { resource: { name: resource }, route }: Subject,
  { keys, hasV1 }: { readonly keys: Keys; readonly hasV1: boolean },
  authorization: string | undefined,
  { options, config, around }: ExplainSetting,
): Promise<ExplainedStage> {
  const sunset = hasV1 ? config.sunset : undefined;
  if (sunset === undefined || clock.now() >= sunset) {
    const standing = { state: initialState, sunset, degraded: false, broken: false, fallback: false };
    return sideAlone(explainDecision(decide(standing, {}, clock.now())), 'v2');
  }
  const cursorSide = cursorSideOf(route);
  if (cursorSide !== undefined)
    return sideAlone(explainDecision({ side: cursorSide, because: 'cursor' }), cursorSide);
  const caller = keys.identify(authorization)?.fingerprint;
  const client = openOperator(options, around.environment, around.terminal);
  const answer = client.ok ? await client.value.ask(stageViews.decision, { resource, caller }) : client;
  if (answer.ok) {
    const { side, sentence, mayFallBack } = answer.value;
    return { ...sideAlone(sentence, side), mayFallBack: mayFallBack === true };
  }
  const reasons = reasonsIn(answer.failure).join(' ');
  const text = `v2, as explained here; which stage ${resource} is at is not known: ${reasons}`;
  return { text, mayFallBack: config.cutover.fallback };
}

/** Adds to an explanation that v1 answers in v2's place, where the gateway asks it after such a refusal. */
function addFallback(explanation: Explanation, { operation: { v1 } }: Route): Explanation {
  const { answer, calls, stage } = explanation;
  if (answer?.problem === undefined) return explanation;
  const isWrite = v1.method !== 'GET';
  const refusal = { code: answer.problem as ProblemCode, ambiguous: isWrite && calls.length > 0 };
  if (chooseFallback(failurePhase(refusal, calls.length), isWrite) !== 'v1') return explanation;
  return {
    ...explanation,
    stage: `${stage}; as v2 gives no success, v1 is asked in its place while it lives`,
  };
}

const NOT_SENT = 'not sent: a write needs --send';

/** Explains a write without sending it: its body, and the call that would be made. */
function explainUnsent(subject: Subject, stage: string): Explanation {
  const { operation, parameters } = subject.route;
  const { v2, each } = operation;
  const { members, outgoing, refusal } = explainMembers(subject);
  const common = { route: explainRoute(subject), stage, members, attributes: [] };
  if (refusal !== undefined) return { ...common, calls: [], answer: explainRefusal(refusal, subject) };
  const values = { ...parameters, ...outgoing?.path };
  // A change of several things at once is a call for each of them.
  const fills = each && (outgoing?.ids ?? []).map((id) => ({ [each.fills]: id }));
  const paths = (fills ?? [{}]).map((fill) => v2.path({ ...values, ...fill }));
  const calls = paths.map((path) => ({ method: v2.method, path, outcome: NOT_SENT, ms: 0 }));
  return { ...common, calls };
}

/** Creates an upstream that records every call and makes it through the given one. */
const createRecordingUpstream =
  (upstream: Upstream, calls: CallLine[]): Upstream =>
  async (request) => {
    const began = clock.steady();
    const outcome = await upstream(request);
    const { method, path } = request;
    const statusOrFault = outcome.ok ? outcome.value.status : outcome.failure.kind;
    calls.push({ method, path, outcome: statusOrFault, ms: clock.steady() - began });
    return outcome;
  };

/** Sends a request through a separate gateway and explains every step of it. */
export async function explainSent(
  subject: Subject,
  { upstream, keys }: { readonly upstream: Upstream; readonly keys: Keys },
  authorization: string | undefined,
  stage: string,
  { item, config }: Pick<ExplainSetting, 'config'> & Pick<ExplainOptions, 'item'>,
): Promise<Explanation> {
  const { body, contentType, route, resource, resolved, wire } = subject;
  const { v2 } = route.operation;
  const calls: CallLine[] = [];
  /** Complete successful answers of v2 that the shown answer may be made of. */
  const v2Bodies: Json[] = [];
  const gateway = createGateway({
    operations: [route.operation],
    upstream: createPairUpstream(createRecordingUpstream(upstream, calls), wire),
    tellsLength: wire.tellsLength,
    keys,
    guestKey: config.guestKey,
    clock,
    // A separate index leaves the index of a running gateway untouched.
    index: {
      secret: randomBytes(32),
      freshMs: config.index.freshSeconds * 1000,
      pageBudget: config.index.pageBudget,
    },
    deadlineMs: config.deadlines.request,
    report: () => undefined,
    watch: (endpoint, answer) => {
      if (endpoint === `${v2.method} ${v2.template}`) v2Bodies.push(answer);
    },
  });
  const cancel = new AbortController().signal;
  const request = { id: randomUUID(), route, authorization, contentType, body, cancel };
  const { answer, refusal } = await gateway.handle(request);
  const common = { route: explainRoute(subject), stage, calls, members: explainMembers(subject).members };
  if (refusal === undefined) {
    const answered = { v1: bodyValue(answer), v2: v2Bodies, withheld: withheldAttributes(route), item };
    const explained = explainAnswer(resource, resolved, answered);
    return { ...common, answer: { status: answer.status }, ...explained };
  }
  return { ...common, answer: explainRefusal(refusal, subject, answer), attributes: [] };
}

/** Explains a request by sending it. Sends a write to a configured upstream only with `--send`. */
export async function explainThrough(
  subject: Subject,
  call: AskedCall,
  setting: ExplainSetting,
): Promise<Explanation> {
  const closers = createClosers(() => undefined);
  try {
    const openedUpstream = await openUpstream(setting, closers);
    const authorization = call.headers.authorization ?? openedUpstream.authorization;
    const stage = await stageOf(subject, openedUpstream, authorization, setting);
    const isWrite = subject.route.operation.v2.method !== 'GET';
    const { options, config } = setting;
    const isUnsent = isWrite && !options.send && config.upstream.kind === 'service';
    const explanation = isUnsent
      ? explainUnsent(subject, stage.text)
      : await explainSent(subject, openedUpstream, authorization, stage.text, { item: options.item, config });
    return stage.mayFallBack ? addFallback(explanation, subject.route) : explanation;
  } finally {
    await closers.closeAll();
  }
}
