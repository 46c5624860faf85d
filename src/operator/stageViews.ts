import { z } from 'zod';
import { success } from '../contract/result';
import { addCallerName } from '../cutover/callerNames';
import { explainDecision } from '../cutover/stages/decide';
import { HOUR_MS } from '../contract/clock';
import { trafficSeries } from '../cutover/evidence/trafficSeries';
import { parseStage, renderStage, type Stage, stageAfter, stageBefore } from '../cutover/stages/stage';
import { ALL, causeSchema, changeSchema, type StageEvent } from '../cutover/stages/stageEvent';
import { stageEventText } from './stageEventText';
import { noInput, makeRefusal, textOrNone, declareView } from './entry';
import type { OperatorParts } from './operatorParts';
import { gateSaid, overviewPage, makeOverviewPage } from './stagePages';

/** Schema of a resource, or of all resources. */
export const resource = z.string().min(1).max(100).describe('a resource, or * for all');
/** Schema of a stage as people write it. */
export const stageText = z.string().trim().max(20).describe('v1, shadow, canary N%, v2 or gone');

/** Word for the end of a kill where a stage is expected in a question to the gate. */
export const RELEASE = 'release';

const gate = gateSaid.extend({
  resource: z.string(),
  from: z.string(),
  forward: z.boolean(),
  killed: z.boolean(),
});

const logged = z.object({
  seq: z.number(),
  at: z.number(),
  actor: z.string(),
  resource: z.string(),
  name: z.string().optional().describe('of the client concerned, if it has one'),
  from: z.string(),
  change: changeSchema,
  cause: causeSchema,
  reason: z.string(),
  evidence: z.array(z.string()).describe('sentences of the gate at that moment'),
  hash: z.string(),
  what: z.string().describe('the change in words that follow the name of the actor'),
});

/** Refuses a text that is no stage. */
export const refuseStage = (text: string) =>
  makeRefusal('invalidInput', `no stage ${text}: v1, shadow, canary N%, v2 or gone`);

export const unknownResourceRefusal = (name: string, resources: readonly string[]) =>
  makeRefusal('unknownResource', `no resource ${name}; there are: ${resources.join(', ')}`, {
    resource: name,
    resources,
  });

const list = declareView({
  name: 'stages',
  summary: 'Where every resource stands, and what the next step of the plan waits for.',
  input: noInput,
  output: z.array(overviewPage),
  run: ({ cutover, now }) => {
    const alarms = cutover.alarms.current();
    return success(
      cutover.overview().map((overview) => {
        const { resource: name, state } = overview;
        const [nextStage, previousStage] = [stageAfter(state.stage), stageBefore(state.stage)];
        const gateJudgement = nextStage && cutover.gate(name, nextStage)?.judgement;
        return {
          ...makeOverviewPage(overview, alarms, cutover.callerName, now()),
          ...(nextStage && gateJudgement && { gate: { to: renderStage(nextStage), ...gateJudgement } }),
          ...(previousStage && { back: renderStage(previousStage) }),
        };
      }),
    );
  },
});

const figures = z.object({ gateway: z.number(), v1: z.number(), v2: z.number() });

const traffic = declareView({
  name: 'stages/traffic',
  summary:
    'Requests, failures and latencies (ms) of the last hour by the side that answered, and the moves of that hour.',
  input: noInput,
  output: z.object({
    points: z.array(
      z.object({
        at: z.number(),
        seconds: z.number(),
        requests: figures,
        errors: figures,
        p50: figures.partial(),
        p99: figures.partial(),
      }),
    ),
    moves: z.array(z.object({ at: z.number(), text: z.string() })),
  }),
  run: ({ cutover, now }) => {
    const traffics = cutover.overview().map(({ evidence }) => evidence.traffic);
    const moves = cutover
      .events()
      .filter(({ at, change }) => at > now() - HOUR_MS && ['move', 'kill', 'release'].includes(change.kind))
      .map((event) => ({
        at: event.at,
        text: `${event.resource} ${stageEventText(event)} by ${event.actor}`,
      }));
    return success({ points: trafficSeries(traffics, now()), moves });
  },
});

const log = declareView({
  name: 'stages/log',
  summary: 'Every change with actor and reason, the oldest first.',
  input: noInput,
  output: z.array(logged),
  run: ({ cutover }) =>
    success(
      cutover
        .events()
        .map((event) =>
          addCallerName(
            event,
            'caller' in event.change ? event.change.caller : undefined,
            cutover.callerName,
          ),
        )
        .map((event) => ({ ...event, what: stageEventText(event) })),
    ),
});

const verify = declareView({
  name: 'stages/verification',
  summary: 'Whether no line of the log was changed or removed.',
  input: noInput,
  output: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), events: z.number() }),
    z.object({ ok: z.literal(false), seq: z.number(), problem: z.string() }),
  ]),
  run: async ({ cutover }) => success(await cutover.verify()),
});

const saved = declareView({
  name: 'stages/saved',
  summary: 'Write all evidence to the store, for commands that read it.',
  input: noInput,
  output: z.object({ saved: z.boolean() }),
  run: async ({ cutover, comparison }) => {
    const saving = comparison?.collection.flush().then(
      () => true,
      () => false,
    );
    await cutover.save();
    return success({ saved: cutover.health().ok && (await saving) !== false });
  },
});

const decision = declareView({
  name: 'stages/decision',
  summary: 'How a request of a client would be decided now; without one, a request without a key.',
  input: z.object({ resource, caller: textOrNone(100).describe('a fingerprint') }),
  output: z.looseObject({ side: z.string(), because: z.string(), sentence: z.string() }),
  run: ({ cutover }, { resource: name, caller }) => {
    const all = cutover.resources();
    if (!all.includes(name)) return unknownResourceRefusal(name, all);
    const decided = cutover.decide(name, caller);
    return success({ ...decided, sentence: explainDecision(decided) });
  },
});

function gatesOf({ cutover }: Pick<OperatorParts, 'cutover'>, name: string, stage: Stage | undefined) {
  const names = name === ALL ? cutover.resources() : [name];
  return names.flatMap((text) => cutover.gate(text, stage ?? cutover.standing(text).state.stage) ?? []);
}

const gates = declareView({
  name: 'stages/gate',
  summary: 'What the gate would say of a move now, or of the release of a kill.',
  input: z.object({ resource, to: stageText.describe('a stage, or release') }),
  output: z.array(gate),
  run: (operatorParts, { resource: name, to }) => {
    const { cutover } = operatorParts;
    const stage = parseStage(to);
    if (stage === undefined && to !== RELEASE) return refuseStage(to);
    const judged = gatesOf(operatorParts, name, stage);
    if (judged.length === 0) return unknownResourceRefusal(name, cutover.resources());
    return success(
      judged.map(({ resource: of, from, to: reached, forward, judgement: { verdict, conditions } }) => ({
        resource: of,
        from: renderStage(from),
        to: renderStage(reached),
        forward,
        verdict,
        conditions,
        killed: cutover.standing(of).state.killed,
      })),
    );
  },
});

/** Schema of a move forward that waits for a second person, with stages as people write them. */
const waitingRequest = z.object({
  id: z.string(),
  resource: z.string(),
  from: z.string(),
  to: z.string(),
  actor: z.string().describe('who asks for the move'),
  reason: z.string(),
  force: z.boolean(),
  until: z.number().describe('instant (clock ms) from which it can no longer be approved'),
});

interface WaitingRequest extends Readonly<z.output<typeof waitingRequest>> {
  readonly confirm: string | undefined;
  /** Stage of the move. It is undefined for a release. */
  readonly asked: Stage | undefined;
}

/** Time (ms) in which a request can be approved. */
const APPROVAL_MS = HOUR_MS;

/** Count of digits of an event's hash that identify its request. */
const ID_DIGITS = 12;

/**
 * Finds the waiting requests in the log that all processes share: the latest of each resource, until it is approved,
 * the resource moves in another way, or an hour has passed.
 */
export function waitingRequests(events: readonly StageEvent[], now: number): readonly WaitingRequest[] {
  const waiting = new Map<string, WaitingRequest>();
  for (const { at, change, resource, from, actor, reason, hash } of events) {
    if (change.kind === 'move' || change.kind === 'release') waiting.delete(resource);
    const until = at + APPROVAL_MS;
    if (change.kind !== 'ask' || until <= now) continue;
    const { force, confirm, to: stage } = change;
    const to = stage === undefined ? from : renderStage(stage);
    const id = hash.slice(0, ID_DIGITS);
    waiting.set(resource, { id, resource, from, to, actor, reason, force, confirm, asked: stage, until });
  }
  return [...waiting.values()];
}

const requests = declareView({
  name: 'stages/requests',
  summary: 'Moves forward that wait for a second person, where cutover.approvals wants one.',
  input: noInput,
  output: z.array(waitingRequest),
  run: ({ cutover, now }) => success(waitingRequests(cutover.events(), now())),
});

/** Views of the stages. */
export const stageViews = { list, traffic, log, verify, saved, decision, gates, requests } as const;
