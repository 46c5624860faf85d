import type { Side } from '../../cutover/stages/stage';
import type { CallNotes, RequestContext } from '../context';
import type { Route } from '../gateway';
import { idOfCall } from '../refusal';

/** A write on its way. It holds no secret and nothing of the body. Only the target contains a space. */
export interface NotedWrite {
  /** Id of the request, or of the call for a part of a request. */
  readonly id: string;
  readonly resource: string;
  readonly operation: string;
  /** Method and path of the v1 request, or of the v2 call for a part of the request. */
  readonly target: string;
  /** Fingerprint of the caller's key; empty without a key. */
  readonly caller: string;
  /** API that gets the write. */
  readonly side: Side;
}

/** Notes writes on their way; the notes outlive the process. Never throws. */
export interface WriteJournal {
  /** Notes a write before its first byte is sent; returns the number of the note. */
  readonly begin: (write: NotedWrite) => number;
  /** Waits until all notes so far are durable; undefined if they are already. Never rejects. */
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
    this.target = listedTarget(route, requestTarget);
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
export function listedTarget({ operation }: Route, requestTarget: string | undefined): string {
  const { method, template } = operation.v1;
  const target = requestTarget ?? template;
  const end = target.indexOf('?');
  return `${method} ${end < 0 ? target : target.slice(0, end)}`;
}

/** Begins the notes of a request; undefined for a read, and if writes are not noted. */
export function noteWrites(
  journal: WriteJournal | undefined,
  { id, fingerprint: caller = '', targetForV1 }: RequestContext,
  route: Route,
): CallNotes | undefined {
  if (journal === undefined || route.operation.v1.method === 'GET') return undefined;
  return new WriteNotes(journal, route, id, caller, targetForV1);
}
