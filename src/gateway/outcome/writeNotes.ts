import type { Side } from '../../cutover/stages/stage';
import type { Later } from '../../contract/later';
import type { CallNotes, RequestContext } from '../context';
import type { Route } from '../gateway';
import { idOfCall } from '../refusal';

/** A write on its way: no secret, and nothing of its body. Only the target holds a space. */
export interface NotedWrite {
  /** Id of the request, or of the call for a part of a request. */
  readonly id: string;
  readonly resource: string;
  readonly operation: string;
  /** Method and path of the v1 request, or of the v2 call for a part of it. */
  readonly target: string;
  /** Fingerprint of the caller's key; empty where it shows none. */
  readonly caller: string;
  /** API that it is sent to. */
  readonly side: Side;
}

/** Notes writes so that those under way outlive the process; never throws. */
export interface WriteJournal {
  /** Notes a write before its first byte is sent; returns the number of the note. */
  readonly begin: (write: NotedWrite) => number;
  /** Waits until all notes so far outlive whatever they are meant to outlive; at once if they do already. Never rejects. */
  readonly lasting: () => Later<void>;
  /** Notes that it is known what became of a write. */
  readonly end: (note: number) => void;
}

/** The notes of one request, which may make several calls. */
class WriteNotes implements CallNotes {
  private readonly notes: number[] = [];

  constructor(
    private readonly journal: WriteJournal,
    private readonly request: Omit<NotedWrite, 'side'>,
    private readonly isOfSeveral: boolean,
  ) {}

  sending(side: Side, { method, path }: Parameters<CallNotes['sending']>[1]): Later<void> {
    const { journal, request } = this;
    const call =
      this.isOfSeveral && side === 'v2'
        ? {
            id: idOfCall({ caller: request.caller, method, path, ambiguous: true }),
            target: `${method} ${path}`,
          }
        : undefined;
    this.notes.push(journal.begin({ ...request, ...call, side }));
    return journal.lasting();
  }

  readonly ended = (): void => {
    for (const note of this.notes) this.journal.end(note);
  };
}

/** Method and path of a request as they stand on the list of writes: without its query, which may hold anything. */
export function listedTarget({ operation }: Route, asked: string | undefined): string {
  const { method, template } = operation.v1;
  return `${method} ${(asked ?? template).replace(/\?.*$/s, '')}`;
}

/** Begins the notes of a request; undefined for a read, and where nobody takes notes. */
export function noteWrites(
  journal: WriteJournal | undefined,
  { id, fingerprint: caller = '', targetForV1 }: RequestContext,
  route: Route,
): CallNotes | undefined {
  const { resource, name, v1, each } = route.operation;
  if (journal === undefined || v1.method === 'GET') return undefined;
  const target = listedTarget(route, targetForV1);
  return new WriteNotes(journal, { id, resource, operation: name, target, caller }, each !== undefined);
}
