import { createTurns, shareRounds } from '../../contract/journal';
import type { Served } from '../evidence/traffic';
import type { CountedNews, Cursors, NewsPart } from './memberNews';
import type { NewsBatch, NewsStore, StoreMembers } from '../members/memberStore';

/** Options of createMemberNews. */
interface NewsParts {
  readonly store: NewsStore;
  readonly id: string;
  readonly now: () => number;
  readonly members: () => Pick<StoreMembers, 'lease' | 'isAlone'>;
  /** Saves the counts, through `counted`. */
  readonly save: () => Promise<void>;
  /** Loads the counts of the store; the returned function replaces those in memory by them. */
  readonly load: () => Promise<() => void>;
}

const isSame = (cursors: Cursors, nextCursors: Cursors): boolean =>
  cursors.size === nextCursors.size && [...cursors].every(([name, seq]) => nextCursors.get(name) === seq);

const nothing = Promise.resolve();

/** Maximum number of batches that wait for a failing store; later news are only in the counts of this process. */
const MAX_WAITING_BATCHES = 40;

/** Creates the batches of this process. */
function createOutbox(id: string) {
  const newsParts = new Map<string, NewsPart<unknown>>();
  let batches: readonly NewsBatch[] = [];
  let sent = 0;
  /** True if the counts of this process contain news that are in no batch. */
  let isAhead = false;
  const take = (): string | undefined => {
    const news = [...newsParts].flatMap(([name, newsPart]) => {
      const content = newsPart.take();
      return content === undefined ? [] : [[name, content]];
    });
    return news.length === 0 ? undefined : JSON.stringify(Object.fromEntries(news));
  };
  const drop = (): void => {
    for (const newsPart of newsParts.values()) newsPart.take();
    isAhead = true;
  };
  const share = <Content>(name: string, newsPart: NewsPart<Content>): void => {
    newsParts.set(name, newsPart as NewsPart<unknown>);
    // Its news wait from here on, even before the first take.
    newsPart.trim?.();
  };
  return {
    parts: newsParts,
    share,
    drop,
    trim: (): void => {
      for (const newsPart of newsParts.values()) newsPart.trim?.();
      isAhead = true;
    },
    isAhead: () => isAhead,
    batches: () => batches,
    sent: () => sent,
    make: (): void => {
      if (batches.length >= MAX_WAITING_BATCHES) {
        batches = [];
        drop();
        return;
      }
      const body = take();
      if (body === undefined) return;
      sent += 1;
      batches = [...batches, { member: id, seq: sent, body }];
    },
    /** Skips a number, so that others load the counts that are in no batch; returns whether it has. */
    skip: (): boolean => {
      const was = isAhead;
      if (was) sent += 1;
      isAhead = false;
      return was;
    },
    ahead: (is: boolean): void => {
      isAhead ||= is;
    },
    stored: (done: readonly NewsBatch[]): void => {
      batches = batches.filter((batch) => !done.includes(batch));
    },
  };
}

/** Loads counts and their cursors from the same moment of the store. */
async function loadAt({ store, load }: Pick<NewsParts, 'store' | 'load'>) {
  for (;;) {
    const cursorsBefore = await store.cursors();
    const install = await load();
    const cursors = await store.cursors();
    if (isSame(cursorsBefore, cursors)) return { cursors, install, later: await store.after(cursors) };
  }
}

/** Folds the batches of others; returns false if counted news have no batch here, because only the store has them. */
async function readOn(
  { store, id }: Pick<NewsParts, 'store' | 'id'>,
  cursors: () => Cursors,
  fold: (batch: NewsBatch, isRepeated: boolean) => void,
): Promise<boolean> {
  for (const batch of await store.after(cursors())) {
    if (batch.member === id) continue;
    if (batch.seq !== (cursors().get(batch.member) ?? 0) + 1) return false;
    fold(batch, false);
  }
  return [...(await store.cursors())].every(
    ([member, seq]) => member === id || seq <= (cursors().get(member) ?? 0),
  );
}

/** Saves the current counts with the records that belong to them. */
type SaveCounted = (counted: CountedNews) => Promise<'stored' | 'overtaken'>;

/** Saves counts with the numbers of the batches in them, and with the batches that nobody else has. */
async function saveCounted(
  outbox: ReturnType<typeof createOutbox>,
  save: SaveCounted,
  {
    isAlone,
    cursors,
    id,
  }: { readonly isAlone: () => boolean; readonly cursors: () => Cursors; readonly id: string },
): Promise<void> {
  for (const { flush } of outbox.parts.values()) await flush?.();
  // Nothing is awaited from here on, because the numbers belong to the counts of this moment.
  if (isAlone()) outbox.drop();
  else outbox.make();
  const skipped = outbox.skip();
  const batches = outbox.batches();
  const saved = await save({ cursors: new Map([...cursors(), [id, outbox.sent()]]), batches }).catch(
    (error: unknown) => {
      outbox.ahead(skipped);
      throw error;
    },
  );
  if (saved === 'stored') outbox.stored(batches);
  else outbox.ahead(skipped);
}

/** News of the members, through which every change of counts passes. */
export type MemberNews = ReturnType<typeof createMemberNews>;

/** Creates the news of this process, without a shared subject. */
export function createMemberNews({ store, id, now, members, save, load }: NewsParts) {
  const outbox = createOutbox(id);
  let cursors = new Map<string, number>();
  let token: number | undefined;

  const fold = ({ member, seq, body }: NewsBatch, isRepeated: boolean): void => {
    if (member !== id) cursors.set(member, seq);
    for (const [name, content] of Object.entries(JSON.parse(body) as Record<string, unknown>))
      outbox.parts.get(name)?.fold(content, member, isRepeated);
  };
  /** Counts are never loaded and stored at the same time, because they belong to their cursors. */
  const inTurn = createTurns();
  const loadCounts = async (): Promise<void> => {
    const loaded = await loadAt({ store, load });
    for (const newsPart of outbox.parts.values()) await newsPart.load?.();
    // Nothing is awaited from here on, because news during a pause would be lost.
    outbox.make();
    outbox.skip();
    const cursorsBefore = cursors;
    token = members().lease()?.token ?? token;
    cursors = new Map(loaded.cursors);
    loaded.install();
    const newsBatchs = outbox
      .batches()
      // A batch whose storing was not confirmed may be in the loaded counts.
      .filter(({ seq }) => seq > (loaded.cursors.get(id) ?? 0))
      .filter(({ seq }) =>
        loaded.later.every((newsBatch) => newsBatch.member !== id || newsBatch.seq !== seq),
      );
    for (const batch of [...loaded.later, ...newsBatchs])
      fold(batch, batch.member === id || (cursorsBefore.get(batch.member) ?? 0) >= batch.seq);
  };
  const reload = (): Promise<void> => inTurn(loadCounts);
  /** The previous leader has stored counts that this process lacks. */
  const takeOver = async (): Promise<void> => {
    const lease = members().lease();
    if (lease !== undefined && lease.token !== token) await loadCounts();
  };
  const isLeaderAlone = (): boolean => members().isAlone() && members().lease() !== undefined;
  /** Exchanges run one at a time, so that nothing counts twice. */
  const exchange = shareRounds(async () => {
    await inTurn(takeOver);
    if (isLeaderAlone()) return;
    if (outbox.isAhead()) await (members().lease() === undefined ? reload() : save());
    outbox.make();
    const batches = outbox.batches();
    for (const batch of batches) await store.append(batch, now());
    outbox.stored(batches);
    if (!(await readOn({ store, id }, () => cursors, fold))) await reload();
  });
  return {
    /** Adds a subject by its name. */
    share: outbox.share,
    /** Loads the counts of the store again, and adds those that it lacks. Rejects if the store fails. */
    reload,
    /** Calls `savesWith` with the records that must be stored with the current counts. */
    counted: (savesWith: SaveCounted): Promise<void> =>
      inTurn(async () => {
        await takeOver();
        await saveCounted(outbox, savesWith, { isAlone: isLeaderAlone, cursors: () => cursors, id });
      }),
    /** Sends the news of this process, and folds those of others. Rejects if the store fails. */
    exchange: (): Promise<void> => {
      if (!isLeaderAlone() || members().lease()?.token !== token) return exchange();
      // This runs four times a second, so it must cost next to nothing.
      outbox.trim();
      return nothing;
    },
  };
}

/** Counts of this process and of those that share its store. */
export interface SharedCounts extends Pick<MemberNews, 'share' | 'exchange' | 'reload'> {
  /** Records the end of a request of this process. */
  readonly served: (served: Served) => void;
  /** Saves the counts if this process acts for all. Rejects if the store fails. */
  readonly save: () => Promise<void>;
  /** Saves the counts without waiting, or sends them to the process that saves them; retries a failure later. */
  readonly saveSoon: () => void;
}
