import { createSharedRounds } from '../../contract/journal';
import type { NewsBatch, NewsStore } from '../members/memberStore';

/** News of a subject that members exchange. */
export interface NewsPart<Content> {
  /** Returns the news of this process since the last call. Returns undefined without any. */
  readonly take: () => Content | undefined;
  /** Folds the news of a member; `isRepeated` if they may be in the store that this process has loaded. */
  readonly fold: (content: Content, isRepeated: boolean) => void;
  /** Loads what it has missed from the store. Rejects if the store fails. */
  readonly load?: () => Promise<void>;
  /** Stores what others have to load, because it was dropped. Rejects if the store fails. */
  readonly flush?: () => Promise<void>;
}

/** Creates news that wait until they are taken, but only once they are shared: a process alone has no reader for them. */
export function queueNews<Item>() {
  let waitingItems: Item[] | undefined;
  return {
    add: (item: Item): void => void waitingItems?.push(item),
    /** Returns the part to share. `each` gets every item of the other members, and whether it may be known. */
    createPart: (each: (item: Item, isRepeated: boolean) => unknown): NewsPart<readonly Item[]> => ({
      fold: (items, isRepeated) => {
        for (const item of items) each(item, isRepeated);
      },
      take: () => {
        const items = waitingItems;
        waitingItems = [];
        return items?.length === 0 ? undefined : items;
      },
    }),
  };
}

/** Maximum number of batches that wait for a failing store; others load what later news are about. */
const MAX_WAITING_BATCHES = 40;

/** Time (ms) for which news that can wait are collected in one batch. */
const BATCH_MS = 700;

/** Creates the batches by which this process tells its news. */
function createNewsBatches(
  store: NewsStore,
  id: string,
  now: () => number,
  newsParts: ReadonlyMap<string, NewsPart<unknown>>,
) {
  let batches: readonly NewsBatch[] = [];
  let [sent, sentAt, hasDropped] = [0, -Infinity, false];
  const dropNews = (): void => {
    for (const { take } of newsParts.values()) take();
    [batches, hasDropped] = [[], true];
  };
  const makeBatch = (): void => {
    if (batches.length >= MAX_WAITING_BATCHES) dropNews();
    const news = [...newsParts].flatMap(([name, newsPart]) => {
      const content = newsPart.take();
      return content === undefined ? [] : [[name, content] as const];
    });
    if (news.length === 0) return;
    sent += 1;
    batches = [...batches, { member: id, seq: sent, body: JSON.stringify(Object.fromEntries(news)) }];
  };
  return {
    dropNews,
    /** Reports whether the news have been collected for long enough. A clock that was set back holds nothing up. */
    isDue: (): boolean => Math.abs(now() - sentAt) >= BATCH_MS,
    /** Sends the news. A gap in their numbers lets others load what was dropped. Rejects if the store fails. */
    sendNews: async (): Promise<void> => {
      if (hasDropped) {
        for (const { flush } of newsParts.values()) await flush?.();
        [hasDropped, sent] = [false, sent + 1];
      }
      makeBatch();
      for (const batch of batches) await store.append(batch, now());
      batches = [];
      sentAt = now();
    },
  };
}

/** News that members tell each other, urgent ones at once. */
export type MemberNews = ReturnType<typeof createMemberNews>;

/** Creates the news of this process, without a shared subject. */
export function createMemberNews(store: NewsStore, id: string, now: () => number, isAlone: () => boolean) {
  const newsParts = new Map<string, NewsPart<unknown>>();
  const cursors = new Map<string, number>();
  const { dropNews, isDue, sendNews } = createNewsBatches(store, id, now, newsParts);
  let [isFirst, isUrgent] = [true, true];
  const foldBatch = ({ body }: NewsBatch): void => {
    for (const [name, content] of Object.entries(JSON.parse(body) as Record<string, unknown>))
      newsParts.get(name)?.fold(content, isFirst);
  };
  /** Folds the batches of other processes that are new. */
  const receiveNews = async (): Promise<void> => {
    let hasMissed = false;
    for (const batch of await store.after(cursors)) {
      if (batch.member === id) continue;
      hasMissed ||= !isFirst && batch.seq !== (cursors.get(batch.member) ?? 0) + 1;
      cursors.set(batch.member, batch.seq);
      foldBatch(batch);
    }
    isFirst = false;
    if (hasMissed) for (const { load } of newsParts.values()) await load?.();
  };
  /** Exchanges run one at a time, so that nothing is told twice. */
  const exchange = createSharedRounds(async () => {
    const isSent = isUrgent || isDue();
    isUrgent = false;
    if (isSent) await sendNews();
    await receiveNews();
  });
  return {
    /** Adds a subject by its name. */
    share: <Content>(name: string, newsPart: NewsPart<Content>): void => {
      newsParts.set(name, newsPart as NewsPart<unknown>);
      newsPart.take(); // its news wait from here on
    },
    /**
     * Sends the news of this process at once, or with others to come if they can wait, and folds those of others. The
     * first call finds those that are in what is loaded afterwards. Rejects if the store fails.
     */
    exchange: (canWait = false): Promise<void> => {
      isUrgent ||= !canWait;
      if (!isAlone()) return exchange();
      // This runs four times a second, so it must cost next to nothing.
      dropNews();
      isFirst = false;
      return Promise.resolve();
    },
  };
}

/** News of a process that shares its store with nobody. */
export const noNews: MemberNews = { share: () => undefined, exchange: () => Promise.resolve() };
