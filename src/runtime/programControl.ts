import { jsonInMappingForm } from '../gateway/outcome/pairDialect';
import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import type { Cutover } from '../cutover/cutover';
import type { Notice } from '../cutover/notices';
import type { ChangeOutcome } from '../cutover/stages/changeRequest';
import { isJsonObject, type Json } from '../contract/json';
import { explainOffline, openSubject } from '../gateway/explain/explainSubject';
import { readJsonBytes } from '../gateway/checkRequest';
import type { Mappings } from '../mapping/compile/loadMappings';
import type { Explanation } from '../mapping/explain/explanation';
import { parseStage } from '../cutover/stages/stage';

/** The log that a program passes in. */
export type ProgramLog = Logger;

/** Events of a gateway: `notice` for each notice, and one event under its kind, such as `moved` or `ambiguousWrite`. */
type LifeboatEvents = Record<Notice['kind'] | 'notice', [notice: Notice]>;

/** Creates the events, and the function that emits a notice. */
export function createEvents() {
  const events = new EventEmitter<LifeboatEvents>();
  const emitNotice = (notice: Notice): void => {
    events.emit('notice', notice);
    events.emit(notice.kind, notice);
  };
  return { events, heard: emitNotice };
}

interface StageReason {
  readonly reason: string;
  readonly actor?: string;
  /** True to move forward although the gate is not passed. */
  readonly force?: boolean;
  /** The resource's name again, needed for `gone`. */
  readonly confirm?: string;
}

/**
 * Moves a resource to a stage such as `canary 5%` if the gate is passed; throws a RangeError for any text that is no
 * stage. With `cutover.approvals: 2` a move forward waits until somebody approves it at the admin port: `asked` is true
 * then.
 */
export type MoveStage = (resource: string, stage: string, why: StageReason) => Promise<ChangeOutcome>;

interface AskedExplanation {
  readonly method: string;
  /** Path and query as a client writes them, such as `/v1/accounts/7?with_data=1`. */
  readonly path: string;
  /** The body: JSON as text. */
  readonly body?: string;
  /** An answer of v2 as parsed JSON; it is translated as the gateway does. */
  readonly v2?: unknown;
  /** Number of the list item to show, from 1. */
  readonly item?: number;
}

/**
 * Explains field by field how the mappings in force treat a request, and an answer of v2 if one is given; sends
 * nothing. Throws a RangeError for a request without a mapping, and for a body or answer that is no JSON.
 */
export type Explain = (askedExplanation: AskedExplanation) => Explanation;

/** Reads a value as strictly as the gateway reads v2. Throws a RangeError for a value that is no JSON. */
function jsonOf(value: unknown): Json {
  // Read as a member, so that a value without JSON, such as a function, is left out.
  const read = readJsonBytes(Buffer.from(JSON.stringify({ value })), 'drop');
  const json = read.ok && isJsonObject(read.value) ? read.value['value'] : undefined;
  if (json === undefined) throw new RangeError('v2 is not JSON that the gateway takes');
  return json;
}

/** Creates the function that explains requests for the program that embeds Lifeboat. */
export const createExplain =
  (mappings: () => Mappings): Explain =>
  ({ method, path, body, v2, item = 1 }) => {
    const contentType = body === undefined ? undefined : 'application/json';
    const call = { method: method.toUpperCase(), path, contentType, body: Buffer.from(body ?? '') };
    const inForce = mappings();
    const subject = openSubject(call, inForce);
    if (!subject.ok) throw new RangeError(subject.failure);
    return explainOffline(
      subject.value,
      v2 === undefined ? undefined : jsonInMappingForm(jsonOf(v2), inForce.wire),
      item,
    );
  };

/** Creates the function that moves stages for a program. */
export const createMoveStage =
  ({ change }: Pick<Cutover, 'change'>): MoveStage =>
  async (resource, stage, { actor = 'program', reason, force, confirm }) => {
    const to = parseStage(stage);
    if (to === undefined) throw new RangeError(`no stage "${stage}": v1, shadow, canary N%, v2 or gone`);
    // Nothing else of what a program hands on, such as the body of a request, may say that a change is approved.
    return change({ resource, change: { kind: 'move', to }, actor, reason, force, confirm });
  };
