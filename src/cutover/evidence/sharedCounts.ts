import type { Components } from '../cutoverComponents';
import type { Counts, CutoverStore } from '../cutoverStore';
import { shareRounds } from '../../contract/journal';
import { createMemberNews } from '../stages/exchangeNews';
import { queueNews, type SharedCounts } from '../stages/memberNews';
import type { StoreMembers } from '../stages/membership';
import { countServed, noteServed, recordServed } from './recordServed';
import type { Served } from './traffic';

/** Counts that nobody shares. */
export function ownCounts(components: Components): SharedCounts {
  const { store, registry, usage, journal } = components;
  const save = (): Promise<void> =>
    registry.save((evidence) => usage.save((used) => store.saveCounts({ evidence, usage: used })));
  return {
    served: (served) => void recordServed(components, served),
    save,
    saveSoon: () => void save().catch(journal.failed),
    ...{ share: () => undefined, exchange: () => Promise.resolve(), reload: () => Promise.resolve() },
  };
}

/** Options of shareCounts. */
interface Sharing {
  readonly store: Parameters<typeof createMemberNews>[0]['store'];
  readonly id: string;
  /** False for a worker: whoever acts for it has the counts of all. */
  readonly acts: boolean;
  readonly members: Pick<StoreMembers, 'fence' | 'isAlone'>;
}

/** Shares the counts with the processes that use the same store: each counts everything, and one of them saves it. */
export function shareCounts(components: Components, { store, id, acts, members }: Sharing): SharedCounts {
  const { registry, usage, list, names, journal, now } = components;
  const kept: Pick<CutoverStore, 'saveCounts'> = components.store;
  /** One at a time, so that no earlier counts take the place of later ones. */
  const save = shareRounds(async () => {
    const fence = members.fence();
    if (fence === undefined) return;
    await news.counted(async (counted) => {
      const shared = { fence, counted, now: now() };
      const found = { isFenced: false };
      const store = async (counts: Omit<Counts, 'shared'>): Promise<void> => {
        found.isFenced = (await kept.saveCounts({ ...counts, shared })) === 'fenced';
        if (found.isFenced) throw new Error('another process acts for all');
      };
      await registry
        .save((evidence) => usage.save((used) => store({ evidence, usage: used })))
        .catch((error: unknown) => {
          // What is not stored has changed as before; whoever acts for all by now has counted it.
          if (!found.isFenced) throw error;
        });
      return found.isFenced ? 'fenced' : 'stored';
    });
  });
  const news = createMemberNews({
    ...{ store, id, now, members: () => members, save },
    load: async () => {
      const installs = [await registry.load(), await usage.load()];
      return () => installs.forEach((install) => install());
    },
  });
  const served = queueNews<Served>((others, _from, again) => {
    for (const one of others)
      if (!acts) noteServed(components, one);
      else if (again) countServed(components, one, now());
      else recordServed(components, one);
  });
  news.share('served', served.part);
  news.share('writes', list.news);
  news.share('labels', names.news);
  return {
    served: (one) => served.add(recordServed(components, one)),
    save,
    saveSoon: () => void (members.fence() === undefined ? news.exchange() : save()).catch(journal.failed),
    ...{ share: news.share, exchange: news.exchange, reload: news.reload },
  };
}
