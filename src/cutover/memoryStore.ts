import type { AmbiguousWrite } from './ambiguousWrite';
import type { CutoverStore } from './cutoverStore';
import type { Evidence } from './evidence';
import type { StageEvent } from './stageEvent';
import type { Usage } from './evidence';

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
