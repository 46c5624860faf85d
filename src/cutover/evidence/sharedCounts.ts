import type { Components } from '../cutoverComponents';
import type { CutoverStore } from '../cutoverStore';
import { shareRounds } from '../../contract/journal';
import { createMemberNews, queueNews, type SharedCounts } from '../stages/memberNews';
import type { Members } from '../stages/membership';
import { countServed, recordServed } from './recordServed';
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
  readonly members: Pick<Members, 'fence' | 'isAlone'>;
}

/** Shares the counts with the processes that use the same store: each counts everything, and one of them saves it. */
export function shareCounts(components: Components, { store, id, members }: Sharing): SharedCounts {
  const { registry, usage, list, names, journal, now } = components;
  const kept: Pick<CutoverStore, 'saveCounts'> = components.store;
  /** One at a time, so that no earlier counts take the place of later ones. */
  const save = shareRounds(async () => {
    const fence = members.fence();
    if (fence === undefined) return;
    await news.counted(async (counted) => {
      const shared = { fence, counted, now: now() };
      let saved: 'stored' | 'fenced' = 'fenced';
      await registry.save((evidence) =>
        usage.save(async (used) => {
          saved = await kept.saveCounts({ evidence, usage: used, shared });
        }),
      );
      return saved;
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
      if (again) countServed(components, one, now());
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
