import { z } from 'zod';
import type { Cutover } from '../cutover/cutover';
import type { ChangeOutcome, ManualChange } from '../cutover/stages/changeRequest';
import { parseStage, renderStage } from '../cutover/stages/stage';
import { ALL, subjectText } from '../cutover/stages/stageEvent';
import {
  declareAction,
  askedCaller,
  switched,
  instant,
  reasonInputs,
  type EntryOutcome,
  reasonText,
  makeRefusal,
} from './entry';
import { askedChange, askedText, latestRequest, waitingRequests } from './waitingRequests';
import { unknownResourceRefusal, refuseStage, resource, stageText } from './stageViews';
import type { OperatorParts } from './operatorParts';
import { success } from '../contract/result';

const change = { resource, ...reasonInputs };
const confirm = z.string().max(100).optional().describe('the name of the resource once more');

/** Schema of one resource after a change was made. */
const changedStage = z.object({
  resource: z.string(),
  kept: z.boolean().describe('false while it is in force, but not stored'),
  stage: z.string(),
  killed: z.boolean(),
});

/** Schema of one resource that refused a change. */
const refusedStage = z.looseObject({ resource: z.string(), why: z.string(), message: z.string() });

/** Schema of a change for one client that a second person has approved. */
const approvedChange = z.object({ resource: z.string(), kept: z.boolean(), to: z.string() });

/** Schema of the answer to a change: each resource was changed, waits for a second person, or has refused. */
const changedStages = z.object({ changes: z.array(z.union([changedStage, askedChange, refusedStage])) });

/** Schema of the answer to an approval. */
const approvedChanges = z.object({ changes: z.array(z.union([changedStage, approvedChange])) });

type Changes = z.output<typeof changedStages> | z.output<typeof approvedChanges>;

/** Renders one resource after a change was made. */
function changedOf(cutover: Cutover, name: string, kept: boolean): z.output<typeof changedStage> {
  const { stage, killed } = cutover.standing(name).state;
  return { resource: name, kept, stage: renderStage(stage), killed };
}

/** Renders one resource after a change was made or refused. */
function changeOf(cutover: Cutover, name: string, outcome: ChangeOutcome) {
  if (outcome.ok) return changedOf(cutover, name, outcome.kept);
  const { why, sentence: message, judgement } = outcome;
  return { resource: name, why, message, ...judgement };
}

/** Changes one resource, or each of all. A refusal of one does not stop the others. */
async function makeChange(
  operatorParts: Pick<OperatorParts, 'cutover' | 'now'>,
  input: { readonly resource: string; readonly reason: string; readonly by?: string | undefined },
  change: ManualChange,
  actor: string,
  consent: { readonly force?: boolean | undefined; readonly confirm?: string | undefined } = {},
): Promise<EntryOutcome<z.output<typeof changedStages>>> {
  const { cutover } = operatorParts;
  const { force, confirm: confirmed } = consent;
  const isAll = input.resource === ALL;
  const names = isAll ? cutover.resources() : [input.resource];
  const reason = reasonText(input, actor);
  const results = await Promise.all(
    names.map(async (name) => {
      const already: ChangeOutcome = { ok: false, why: 'already', sentence: `${name} is killed already` };
      const isOver = isAll && change.kind === 'kill' && cutover.standing(name).state.killed;
      if (isOver) return { name, outcome: already };
      const request = { change, actor, reason, force, confirm: confirmed, resource: name };
      return { name, outcome: await cutover.change(request) };
    }),
  );
  const changes = results.map(({ name, outcome }) => {
    const request = outcome.ok && outcome.asked ? latestRequest(operatorParts, name, actor) : undefined;
    return request ?? changeOf(cutover, name, outcome);
  });
  const refusals = results.flatMap(({ outcome }) =>
    outcome.ok || (isAll && outcome.why === 'already') ? [] : [outcome],
  );
  const [refusal] = refusals;
  if (refusal === undefined) return success({ changes });
  if (refusal.why === 'unknownResource') return unknownResourceRefusal(input.resource, cutover.resources());
  const sentences = refusals.map(({ sentence }) => sentence).join('\n');
  return makeRefusal(refusal.why, sentences, { changes, ...refusal.judgement });
}

/** Says what happened to each resource. */
const wordsOf = (
  { changes }: Changes,
  say: (changed: z.output<typeof changedStage>) => string,
): readonly string[] =>
  changes.map((entry) => {
    if ('message' in entry) return `${entry.resource}: unchanged, ${entry.message}`;
    if ('request' in entry) return askedText(entry);
    const warning = entry.kept ? '' : '; the store fails: it is in force, but not written down yet';
    if ('to' in entry) return `${subjectText(entry.resource)}: ${entry.to}, in force${warning}`;
    return `${entry.resource}: ${say(entry)}${warning}`;
  });

/** Says at which stage a resource is after a move, and whether that is in force. */
const movedText = ({ stage, killed }: z.output<typeof changedStage>): string =>
  killed
    ? `stored at ${stage}, but killed: everything goes to v1 until it is released`
    : `at ${stage}, in force`;

const untilText = (until: number | undefined): string =>
  until === undefined ? '' : ` until ${new Date(until).toISOString()}`;

const move = declareAction({
  output: changedStages,
  name: 'stages/move',
  summary: 'Move a resource to a stage; forward only when the gate is passed, or with force.',
  input: z.strictObject({ ...change, to: stageText, force: switched, confirm }),
  words: (_input, output) => wordsOf(output, movedText),
  run: (operatorParts, input, actor) => {
    const to = parseStage(input.to);
    if (to === undefined) return refuseStage(input.to);
    return makeChange(operatorParts, input, { kind: 'move', to }, actor, input);
  },
});

const hold = declareAction({
  output: changedStages,
  name: 'stages/hold',
  summary: 'Stop moves forward, until an instant or a release.',
  input: z.strictObject({ ...change, until: instant }),
  words: ({ until }, output) => wordsOf(output, ({ stage }) => `held at ${stage}${untilText(until)}`),
  run: (operatorParts, input, actor) =>
    makeChange(operatorParts, input, { kind: 'hold', until: input.until }, actor),
});

const release = declareAction({
  output: changedStages,
  name: 'stages/release',
  summary: 'End a hold and a kill; what a kill had at v1 moves forward, so the gate is asked.',
  input: z.strictObject({ ...change, force: switched, confirm }),
  words: (_input, output) => wordsOf(output, ({ stage }) => `released, at ${stage}`),
  run: (operatorParts, input, actor) => makeChange(operatorParts, input, { kind: 'release' }, actor, input),
});

const kill = declareAction({
  output: changedStages,
  name: 'stages/kill',
  summary: 'Send everything to v1 now, until a release.',
  input: z.strictObject({ ...change, confirm }),
  words: (_input, output) => wordsOf(output, () => 'killed, everything goes to v1'),
  run: (operatorParts, input, actor) => {
    // The form of the console asks for `confirm`; a user of the API or a command has typed the name already.
    const name = input.resource === ALL ? 'all' : input.resource;
    if (input.confirm !== undefined && input.confirm !== name)
      return makeRefusal('unconfirmed', `Nothing was changed: type ${name} to confirm it.`);
    return makeChange(operatorParts, input, { kind: 'kill' }, actor);
  },
});

const pin = declareAction({
  output: changedStages,
  name: 'stages/pin',
  summary: 'Send one client to one side at a resource, whatever the stage; none lets it go.',
  input: z.strictObject({ ...change, caller: askedCaller, side: z.enum(['v1', 'v2', 'none']) }),
  words: ({ caller, side }, output) =>
    wordsOf(output, () => (side === 'none' ? `${caller} is pinned no more` : `${caller} goes to ${side}`)),
  run: (operatorParts, input, actor) =>
    makeChange(operatorParts, input, { kind: 'pin', caller: input.caller, side: input.side }, actor),
});

const approve = declareAction({
  output: approvedChanges,
  name: 'stages/approve',
  summary: 'Approve a change towards v2 that somebody else has asked for; it is made at once.',
  input: z.strictObject({ id: z.string().min(1).max(40) }),
  words: (_input, output) => wordsOf(output, movedText),
  run: async ({ cutover, now }, { id }, actor) => {
    const request = waitingRequests(cutover, now()).find((waitingRequest) => waitingRequest.id === id);
    if (request === undefined)
      return makeRefusal('notFound', `There is no request ${id}: it was approved, or is over.`);
    // A proxy may hand on a name as its user typed it, so that one person could come as `ada` and as `Ada`.
    if (request.actor.toLowerCase() === actor.toLowerCase())
      return makeRefusal('secondPerson', `${actor} has asked for it: somebody else approves it.`);
    const { resource: name, reason, to, asked } = request;
    const outcome = await cutover.change({
      resource: name,
      reason,
      change: asked.change,
      force: asked.force,
      confirm: asked.confirm,
      approved: true,
      // A name has no comma, so nobody can write the second name of this entry himself.
      actor: `${request.actor}, approved by ${actor}`,
    });
    if (!outcome.ok) return makeRefusal(outcome.why, outcome.sentence, outcome.judgement);
    if (outcome.caller !== undefined)
      return success({ changes: [{ resource: name, kept: outcome.kept, to }] });
    return success({ changes: [changedOf(cutover, name, outcome.kept)] });
  },
});

/** Actions on the stages. */
export const stageChanges = { move, hold, release, kill, pin, approve } as const;
