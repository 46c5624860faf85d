import type { Side } from './stages/stage';
import type { Evidence, Usage } from './evidence/evidence';
import type { StageEvent } from './stages/stageEvent';

/**
 * A write of which nobody knows whether it was executed, one that was and whose answer is missing, or a part of one that
 * was not; it stands on the list until a person closes it.
 */
export interface AmbiguousWrite {
  /** Id of the request; of a part of one, what names its call. */
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
  readonly resource: string;
  readonly operation: string;
  /** Method and path of the v1 request, or of the v2 call that is left. */
  readonly target: string;
  /** Fingerprint of the caller's key. */
  readonly caller: string;
  /** Which API may have executed it. */
  readonly side: Side;
  /** Code of the problem that the client was told. */
  readonly problem: string;
  /** What is known of it, such as what reading the resource back has shown; undefined while nobody has looked. */
  readonly found: string | undefined;
  readonly closed: { readonly at: number; readonly by: string; readonly note: string } | undefined;
}

/** What a process holds of what its store should. */
export interface HeldRecords {
  readonly events: readonly StageEvent[];
  readonly writes: readonly AmbiguousWrite[];
}

/** What the cutover keeps. Every function rejects when the store fails; the requests go on without it. */
export interface CutoverStore {
  /** True when it outlives the process. */
  readonly lasting: boolean;
  /** The whole log, in its order. */
  readonly events: () => Promise<readonly StageEvent[]>;
  /** Resolves when the line is on the disk; there is no way to change or remove one. */
  readonly append: (event: StageEvent) => Promise<void>;
  /** By days; the first may stand for several. */
  readonly loadEvidence: (resource: string, epoch: string) => Promise<readonly Evidence[] | undefined>;
  readonly saveEvidence: (resource: string, epoch: string, days: readonly Evidence[]) => Promise<void>;
  /** What clients use, by resource; it belongs to no epoch. */
  readonly usage: () => Promise<ReadonlyMap<string, Usage>>;
  readonly saveUsage: (resource: string, usage: Usage) => Promise<void>;
  /** Names that the operator has given to callers, by fingerprint. */
  readonly labels: () => Promise<ReadonlyMap<string, string>>;
  /** Without a name it has none from then on. */
  readonly saveLabel: (caller: string, name: string | undefined) => Promise<void>;
  readonly writes: () => Promise<readonly AmbiguousWrite[]>;
  /** All of them or none; one whose id is there takes its place. */
  readonly addWrites: (writes: readonly AmbiguousWrite[]) => Promise<void>;
  /** False when there is no such write. */
  readonly noteFound: (id: string, found: string) => Promise<boolean>;
  readonly closeWrite: (id: string, closed: { at: number; by: string; note: string }) => Promise<boolean>;
  /** Rejects when it can no longer be relied on: gone, replaced, corrupt, read-only. */
  readonly check: () => Promise<void>;
  /** Takes the store up anew, whatever has become of it, and writes what it lacks of all this but the evidence. */
  readonly renew: (held: HeldRecords) => Promise<void>;
}

/** A store that ends with the process. */
export function memoryStore(): CutoverStore {
  const events: StageEvent[] = [];
  const evidence = new Map<string, readonly Evidence[]>();
  const writes = new Map<string, AmbiguousWrite>();
  const usage = new Map<string, Usage>();
  const labels = new Map<string, string>();
  const keep = (id: string, members: Partial<AmbiguousWrite>): Promise<boolean> => {
    const write = writes.get(id);
    if (write !== undefined) writes.set(id, { ...write, ...members });
    return Promise.resolve(write !== undefined);
  };
  return {
    lasting: false,
    events: () => Promise.resolve([...events]),
    append: (event) => {
      events.push(event);
      return Promise.resolve();
    },
    loadEvidence: (resource, epoch) => Promise.resolve(evidence.get(`${resource} ${epoch}`)),
    saveEvidence: (resource, epoch, counted) => {
      evidence.set(`${resource} ${epoch}`, counted);
      return Promise.resolve();
    },
    usage: () => Promise.resolve(new Map(usage)),
    saveUsage: (resource, counted) => {
      usage.set(resource, counted);
      return Promise.resolve();
    },
    labels: () => Promise.resolve(new Map(labels)),
    saveLabel: (caller, name) => {
      if (name === undefined) labels.delete(caller);
      else labels.set(caller, name);
      return Promise.resolve();
    },
    writes: () => Promise.resolve([...writes.values()]),
    addWrites: (added) => {
      for (const write of added) writes.set(write.id, write);
      return Promise.resolve();
    },
    noteFound: (id, found) => keep(id, { found }),
    closeWrite: (id, closed) => keep(id, { closed }),
    check: () => Promise.resolve(),
    renew: () => Promise.resolve(),
  };
}

/** Whether the store can be relied on, and since when not. */
export type Health =
  { readonly ok: true } | { readonly ok: false; readonly since: number; readonly reason: string };

/** Remembers how the store is doing; `changed` hears of each turn for the worse or the better. */
export function createHealth(now: () => number, changed: (health: Health) => void) {
  let health: Health = { ok: true };
  return {
    health: (): Health => health,
    failed: (error: unknown): void => {
      if (!health.ok) return;
      const reason = error instanceof Error ? error.message : String(error);
      health = { ok: false, since: now(), reason };
      changed(health);
    },
    recovered: (): void => {
      if (health.ok) return;
      health = { ok: true };
      changed(health);
    },
  };
}
