import type { ActionNotice } from '../../console/consoleData';
import type { Cutover } from '../../cutover/cutover';
import { parseStage, renderStage } from '../../cutover/stages/stage';
import type { ChangeRequest } from '../../cutover/stages/changeRequest';
import { failure, type Result, success } from '../../contract/result';
import {
  ALL,
  brownoutStopSchema,
  changeRequestSchema,
  clientChangeSchema,
  closingSchema,
  labelSchema,
} from '../../cutover/stages/stageEvent';
import type { SandboxFaults } from './sandboxFaults';
import type { MappingTrials } from './mappingTrials';
import type { OpenedComparison } from '../stores/openComparison';

/** Parts of createConsoleActions. */
export interface ConsoleActionParts {
  readonly cutover: Cutover;
  readonly comparison: Pick<OpenedComparison, 'figures'> | undefined;
  /** Faults of the embedded marketplace; absent where a real one is behind the gateway. */
  readonly faults: SandboxFaults | undefined;
  /** Absent where nothing is compared. */
  readonly trials: MappingTrials | undefined;
}

type Fields = Readonly<Record<string, string>>;
type Carry = (parts: ConsoleActionParts, fields: Fields, who: string) => Promise<ActionNotice>;

const refused = (...lines: readonly string[]): ActionNotice => ({ ok: false, lines });
const done = (line: string): ActionNotice => ({ ok: true, lines: [line] });

const NOT_KEPT = 'In force, but not stored yet: the store fails, and it is tried again.';

/** Changes that need their resource typed once more; the page asks for it, and this asks too. */
const isConfirmed = ({ kind, to, resource, confirm }: Fields): boolean =>
  (kind !== 'kill' && to !== 'gone') || confirm === (resource === ALL ? 'all' : resource);

function readChange({ kind, to = '', caller, side }: Fields) {
  if (kind === 'pin') return { kind, caller, side };
  return kind === 'move' ? { kind, to: parseStage(to.trim()) } : { kind };
}

/** Reads the form of a change, or says what is wrong with it. */
function readRequest(fields: Fields, who: string): Result<ChangeRequest, string> {
  const { resource, reason, confirm, force, kind, to = '' } = fields;
  if (kind === 'move' && parseStage(to.trim()) === undefined)
    return failure(`There is no stage ${to}: it is v1, shadow, canary N%, v2 or gone.`);
  const asked = changeRequestSchema.safeParse({
    ...{ resource, reason, actor: who, change: readChange(fields) },
    ...(confirm === undefined ? {} : { confirm }),
    ...(force === 'yes' ? { force: true } : {}),
  });
  if (!asked.success) return failure('A reason is needed.');
  return isConfirmed(fields)
    ? success(asked.data)
    : failure(`Nothing was changed: type ${resource === ALL ? 'all' : resource} to confirm it.`);
}

async function changeOne(cutover: Cutover, request: ChangeRequest): Promise<ActionNotice> {
  const { resource } = request;
  const outcome = await cutover.change(request);
  if (!outcome.ok) {
    const missing = (outcome.judgement?.conditions ?? []).filter(({ outlook }) => outlook !== 'passed');
    return refused(outcome.sentence, ...missing.map(({ outlook, sentence }) => `${outlook}: ${sentence}`));
  }
  const { stage, killed, pins } = cutover.standing(resource).state;
  const pinned = request.change.kind === 'pin' ? `, with ${pins.size} pinned` : '';
  const stands = `${resource} is at ${renderStage(stage)}${killed ? ', killed: v1 answers' : ''}${pinned}.`;
  return { ok: true, lines: outcome.kept ? [stands] : [stands, NOT_KEPT] };
}

/** Moves, holds, releases or kills a resource, or pins a caller; kills all that are not killed. */
const change: Carry = async ({ cutover }, fields, who) => {
  const asked = readRequest(fields, who);
  if (!asked.ok) return refused(asked.failure);
  const { resource } = asked.value;
  const left = cutover.resources().filter((name) => !cutover.standing(name).state.killed);
  const notices = await Promise.all(
    (resource === ALL ? left : [resource]).map((name) =>
      changeOne(cutover, { ...asked.value, resource: name }),
    ),
  );
  return { ok: notices.every(({ ok }) => ok), lines: notices.flatMap(({ lines }) => lines) };
};

/** Notes who has seen an alarm. */
const acknowledge: Carry = ({ cutover }, { alarm = '' }, who) =>
  Promise.resolve(
    cutover.alarms.acknowledge(alarm, who)
      ? done('Acknowledged: it is notified again when it gets worse, and when it is over.')
      : refused('This alarm is over.'),
  );

const close: Carry = async ({ cutover }, { id, note }, by) => {
  const asked = closingSchema.safeParse({ id, by, note });
  if (!asked.success) return refused('Say what you found.');
  const isClosed = await cutover.closeWrite(asked.data.id, by, asked.data.note);
  return isClosed ? done(`Closed ${asked.data.id}.`) : refused(`There is no open write ${asked.data.id}.`);
};

const label: Carry = async ({ cutover }, { caller, name = '' }) => {
  const asked = labelSchema.safeParse({ caller, ...(name.trim() === '' ? {} : { name: name.trim() }) });
  if (!asked.success) return refused('This cannot be a name.');
  const outcome = await cutover.label(asked.data.caller, asked.data.name);
  return outcome.ok ? done(`Named ${outcome.caller}.`) : refused(outcome.sentence);
};

/** Most places of one mapping line in one log entry. */
const MOST_PLACES = 200;

/** Reads until when a difference is agreed on, and by whom; undefined when it is only resolved. */
function readAgreement(
  { until = '', owner = '' }: Fields,
  kind: string,
): Result<{ until: number; owner: string } | undefined, string> {
  if (until === '') return success(undefined);
  if (kind === 'unavailable') return failure('Nobody can agree that v2 does not answer.');
  const at = Date.parse(until);
  if (Number.isNaN(at)) return failure('Until when? An agreement ends on a day, such as 2026-01-31.');
  return owner.trim() === '' ? failure('Who answers for it?') : success({ until: at, owner: owner.trim() });
}

/** Records that an issue is mended: what was seen so far counts no more; or that it is agreed on, until a day. */
const resolve: Carry = async (parts, fields, who) => {
  const { issue: id = '', reason } = fields;
  const issue = parts.comparison?.figures.report().issues.find((one) => one.id === id);
  if (issue === undefined) return refused(`There is no difference ${id}.`);
  const agreed = readAgreement(fields, issue.kind);
  if (!agreed.ok) return refused(agreed.failure);
  const causes = issue.places
    .slice(0, MOST_PLACES)
    .map(({ operation, path, kind }) => ({ operation, path, kind }));
  const asked = changeRequestSchema.safeParse({
    ...{ resource: issue.resource, actor: who, reason },
    change: { kind: 'resolve', issue: id, causes, ...(agreed.value && { agreed: agreed.value }) },
  });
  if (!asked.success) return refused('A reason is needed.');
  const outcome = await parts.cutover.change(asked.data);
  const said =
    agreed.value === undefined
      ? 'Resolved: what was seen so far counts no more.'
      : 'Agreed: it counts as no difference until then.';
  return outcome.ok ? done(said) : refused(outcome.sentence);
};

/** Plants a fault in the embedded marketplace, or removes all of them. */
const changeFaults: Carry = async ({ faults }, { kind = '' }) => {
  if (faults === undefined)
    return refused('Faults are for the embedded marketplace: see lifeboat serve --sandbox.');
  const changed = await (kind === '' ? faults.clear() : faults.plant(kind));
  return changed.ok ? done(changed.value) : refused(changed.failure);
};

const stop: Carry = async ({ cutover }, { which, reason }, actor) => {
  const asked = brownoutStopSchema.safeParse({ which, reason, actor });
  if (!asked.success) return refused('A reason is needed.');
  const stopped = await cutover.stopBrownouts(asked.data.which, actor, asked.data.reason);
  return stopped.length > 0
    ? done(`Stopped ${stopped.join(', ')}.`)
    : refused('No brownout is left to stop.');
};

/** Reads the form of a client's change; undefined for one that is not complete. */
function readClientChange({ kind, until = '', caller, confirm, name = caller }: Fields) {
  if (kind === 'back') return { kind: 'retire', gone: false };
  if (kind === 'gone') return confirm === name ? { kind: 'retire', gone: true } : undefined;
  const at = Date.parse(until);
  return { kind: 'extend', ...(Number.isNaN(at) ? {} : { until: at }) };
}

/** Gives a client more time, ends v1 for it, or takes that back. */
const changeClient: Carry = async ({ cutover }, { caller = '', reason, ...fields }, actor) => {
  const name = cutover.callerName(caller) ?? caller;
  const change = readClientChange({ ...fields, caller, name });
  if (change === undefined) return refused(`Nothing was changed: type ${name} to confirm it.`);
  const asked = clientChangeSchema.safeParse({ caller, change, reason, actor });
  if (!asked.success) return refused('A reason is needed.');
  const outcome = await cutover.changeClient(asked.data);
  if (!outcome.ok) return refused(outcome.sentence);
  return { ok: true, lines: [`${name}: in force.`, ...(outcome.kept ? [] : [NOT_KEPT])] };
};

const attempt: Carry = async ({ trials }, { line = '', hash = '', text = '' }) =>
  (await trials?.attempt({ line, inForce: hash, text })) ?? refused('Nothing is compared here.');

/** Carries out the forms of the console by the same parts as the admin API. */
export function createConsoleActions(parts: ConsoleActionParts) {
  const actions: Readonly<Record<string, Carry>> = {
    ...{ changes: change, closings: close, labels: label, resolutions: resolve },
    ...{ stops: stop, clients: changeClient, faults: changeFaults },
    ...{ trials: attempt, acknowledgements: acknowledge },
  };
  return async (action: string, fields: Fields, who: string): Promise<ActionNotice> =>
    (await actions[action]?.(parts, fields, who)) ?? refused('This cannot be done here.');
}
