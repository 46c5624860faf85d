import type { Cutover } from '../../cutover/cutover';
import type { Clock } from '../../contract/clock';
import type { Side } from '../../cutover/stages/stage';
import type { CallNotes, Facts, RequestContext, ServedBy } from '../context';
import { idOfCall } from '../refusal';
import type { MadeAnswer, Route, Translation } from '../gateway';
import type { Answer } from '../problems';
import { readBackLater, type ReadsLeftWrites } from './readBackLater';
import { isUnexpectedRefusal, type WriteEnd } from '../../cutover/evidence/traffic';
import type { DecisionReason } from '../../cutover/stages/decide';

/** A write on its way. It holds no secret and nothing of the body. Only the target contains a space. */
export interface NotedWrite {
  /** Id of the request, or of the call for a part of a request. */
  readonly id: string;
  readonly resource: string;
  readonly operation: string;
  /** Method and path of the v1 request, or of the v2 call for a part of the request. */
  readonly target: string;
  /** Fingerprint of the caller's key. It is empty without a key. */
  readonly caller: string;
  readonly side: Side;
}

/** Notes writes on their way; the notes outlive the process. Never throws. */
export interface WriteJournal {
  /** Notes a write before its first byte is sent; returns the number of the note. */
  readonly begin: (write: NotedWrite) => number;
  /** Waits until all notes so far are durable. Returns undefined if they are already. Never rejects. */
  readonly lasting: () => Promise<void> | undefined;
  /** Ends a note: the outcome of the write is known. */
  readonly end: (note: number) => void;
}

/** The notes of one request, which may make several calls. A class, because writes of v1's programs are a hot path. */
class WriteNotes implements CallNotes, NotedWrite {
  side: Side = 'v2';
  readonly resource: string;
  readonly operation: string;
  readonly target: string;
  private latest: number | undefined = undefined;
  private earlier: number[] | undefined = undefined;

  constructor(
    private readonly journal: WriteJournal,
    private readonly route: Route,
    readonly id: string,
    readonly caller: string,
    requestTarget: string | undefined,
  ) {
    this.target = targetToList(route, requestTarget);
    this.resource = route.operation.resource;
    this.operation = route.operation.name;
  }

  leaves({ method, path }: Parameters<CallNotes['leaves']>[0]): Promise<void> | undefined {
    if (this.route.operation.each === undefined) return this.note(this);
    const { caller, resource, operation } = this;
    const id = idOfCall({ caller, method, path, ambiguous: true });
    return this.note({ id, resource, operation, caller, side: 'v2', target: `${method} ${path}` });
  }

  leavesForV1(): Promise<void> | undefined {
    this.side = 'v1';
    return this.note(this);
  }

  ended(): void {
    if (this.latest !== undefined) this.journal.end(this.latest);
    if (this.earlier === undefined) return;
    for (const note of this.earlier) this.journal.end(note);
  }

  private note(write: NotedWrite): Promise<void> | undefined {
    if (this.latest !== undefined) (this.earlier ??= []).push(this.latest);
    this.latest = this.journal.begin(write);
    return this.journal.lasting();
  }
}

/** Returns the method and path of a request for the list of writes, without its query, which may hold anything. */
function targetToList({ operation }: Route, requestTarget: string | undefined): string {
  const { method, template } = operation.v1;
  const target = requestTarget ?? template;
  const end = target.indexOf('?');
  return `${method} ${end < 0 ? target : target.slice(0, end)}`;
}

/** Begins the notes of a request. Returns undefined for a read, and if writes are not noted. */
export function noteWrites(
  journal: WriteJournal | undefined,
  { id, fingerprint: caller = '', targetForV1 }: RequestContext,
  route: Route,
): CallNotes | undefined {
  if (journal === undefined || route.operation.v1.method === 'GET') return undefined;
  return new WriteNotes(journal, route, id, caller, targetForV1);
}

export interface RecordParts {
  readonly stages: {
    readonly cutover: Pick<Cutover, 'ambiguous' | 'noteFound'>;
    readonly left?: Pick<ReadsLeftWrites, 'noteEnded'> | undefined;
  };
  readonly translation: Translation;
  readonly clock: Clock;
}

/** The answer for the client, its side, and the facts for the log. */
export interface Settlement {
  readonly by: ServedBy;
  readonly answer: Answer;
  readonly facts: Partial<Pick<Facts, 'problem' | 'ambiguous' | 'executed' | 'detail'>>;
}

const noFacts: Settlement['facts'] = {};

/** Turns a refusal into facts for the log. */
export function factsOf(refusal: MadeAnswer['refusal']): Settlement['facts'] {
  if (refusal === undefined) return noFacts;
  const { code: problem, detail, ambiguous = false, executed = false } = refusal;
  return { problem, detail, ambiguous: ambiguous || undefined, executed: executed || undefined };
}

/**
 * Reports whether v2 is to blame. A request that v1 refuses too is the client's mistake, and one whose parameters the
 * mapping does not take never reached v2, even if v1 answers it.
 */
function isBlamed({ phase, refusal }: MadeAnswer, { by, answer }: Settlement): boolean {
  if (refusal?.isUnmapped === true) return false;
  if (phase === 'refused' || (phase === 'untranslatable' && refusal?.code === 'invalid'))
    return by === 'fallback' && answer.status < 400;
  return phase !== undefined;
}

/** Recognizes a refusal by v2 that a client does not expect. A limit that the operator has set is not v2's. */
function isRefused({ answer, upstreamCalls }: MadeAnswer, settled: Settlement, method: string): boolean {
  const isLimitOfV2 = answer.status !== 429 || method === 'GET' || upstreamCalls > 0;
  return settled.by === 'v2' && isLimitOfV2 && isUnexpectedRefusal(settled.answer.status);
}

/** Returns how v1 answered in v2's place. Returns undefined if it was not asked. */
function rescueOf({ by, answer }: Settlement): 'answered' | 'failed' | undefined {
  if (by !== 'fallback') return undefined;
  return answer.status < 500 ? 'answered' : 'failed';
}

/** Returns how a write ended, by the status of the side that was asked first. Returns undefined for a read. */
function writeEnd(method: string, status: number, isRefused: boolean): WriteEnd | undefined {
  if (method === 'GET') return undefined;
  if (!isRefused) return 'accepted';
  if (status === 429) return 'limited';
  return isUnexpectedRefusal(status) ? 'barred' : 'declined';
}

/** Returns the id in the path of a write. A login is no number and so no id. */
function itemOf({ operation, parameters }: Route): string | undefined {
  if (operation.v1.method === 'GET') return undefined;
  const [id = ''] = Object.values(parameters);
  return /^\d+$/.test(id) ? id : undefined;
}

interface EndedOnV2 {
  readonly because: DecisionReason;
  readonly made: MadeAnswer;
  readonly settled: Settlement;
  /** Milliseconds that v2 took. */
  readonly milliseconds: number;
}

/** Records how a request to v2 ended, for the log and for the cutover. */
export function recordAnswered(
  { stages: { left: leftWrites } }: Pick<RecordParts, 'stages'>,
  context: RequestContext,
  route: Route,
  { because, made, settled, milliseconds }: EndedOnV2,
): void {
  if (settled.facts !== noFacts) Object.assign(context.facts, settled.facts);
  context.noteServedBy(settled.by);
  const { answer, phase, refusal } = made;
  if (refusal?.code === 'clientGone') return;
  // A deprecated form of v2 has no stage: v1 has no part in it.
  if (context.facts.stage !== undefined) {
    const { resource, name: operation, v1 } = route.operation;
    // Members one by one: V8 takes 3 KB for a literal that begins with a spread object.
    context.outcome = {
      resource,
      operation,
      caller: context.fingerprint ?? '',
      side: 'v2',
      because,
      milliseconds,
      signature: refusal?.code ?? String(answer.status),
      failed: isBlamed(made, settled),
      rescue: rescueOf(settled),
      refused: isRefused(made, settled, v1.method),
      write: writeEnd(v1.method, answer.status, phase === 'refused'),
      item: itemOf(route),
    };
  }
  leftWrites?.noteEnded(context);
}

/** Puts a write that v2 may have executed on the list of ambiguous writes, and reads it back. */
export async function listAmbiguous(
  { stages: { cutover }, translation, clock }: RecordParts,
  context: RequestContext,
  route: Route,
  { by, answer }: Settlement,
): Promise<void> {
  const { operation } = route;
  const { facts } = context;
  // Each part of a bulk change is on the list already.
  if (facts.ambiguous !== true || operation.each !== undefined) return;
  const { id, fingerprint: caller = '', targetForV1: requestTarget = operation.v1.template } = context;
  const target = targetToList(route, requestTarget);
  const { problem = String(answer.status), executed = false } = facts;
  const side = by === 'fallback' ? 'v1' : 'v2';
  const { resource, name } = operation;
  await cutover.ambiguous({ id, resource, operation: name, target, caller, side, problem, executed });
  if (!executed) readBackLater(context, requestTarget, { translation, cutover, clock });
}

/** Records how a request ended that v1 has answered with this status, after these milliseconds. */
export function recordPass(
  { stages: { left: leftWrites } }: Pick<RecordParts, 'stages'>,
  context: RequestContext,
  route: Route,
  { status, milliseconds }: { readonly status: number; readonly milliseconds: number },
): void {
  const { facts, decision } = context;
  const { problem } = facts;
  if (problem === 'clientGone') return;
  const { resource, name: operation, v1 } = route.operation;
  context.outcome = {
    resource,
    operation,
    caller: context.fingerprint ?? '',
    side: 'v1',
    because: decision?.because ?? 'stage',
    milliseconds,
    signature: problem ?? String(status),
    failed: problem !== undefined || status >= 500,
    refused: isUnexpectedRefusal(status),
    write: writeEnd(v1.method, status, status >= 400 && status < 500),
    item: itemOf(route),
  };
  leftWrites?.noteEnded(context);
}
