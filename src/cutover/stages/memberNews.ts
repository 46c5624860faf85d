import type { NewsBatch } from '../members/memberStore';

/** News of a subject that members exchange. */
export interface NewsPart<Content> {
  /** Returns the news of this process since the last call; undefined without any. */
  readonly take: () => Content | undefined;
  /**
   * Folds the news of a member. `isRepeated` is true if this process has loaded the stored news again and counts them
   * once more; then they may be its own.
   */
  readonly fold: (content: Content, from: string, isRepeated: boolean) => void;
  /** Drops waiting news, because there is no other member, or because the part was just shared. */
  readonly trim?: () => void;
  /** Loads its stored state when counts are loaded again. Rejects if the store fails. */
  readonly load?: () => Promise<void>;
  /** Stores what is not part of the counts before them. Rejects if the store fails. */
  readonly flush?: () => Promise<void>;
}

/** News that wait in a queue. */
export interface QueuedNews<Item> {
  readonly add: (item: Item) => void;
  readonly part: NewsPart<readonly Item[]>;
}

/** Creates news that wait until they are taken, but only once they are shared, because nobody may want them. */
export function queueNews<Item>(fold: NewsPart<readonly Item[]>['fold']): QueuedNews<Item> {
  let waiting: Item[] | undefined;
  return {
    add: (item) => void waiting?.push(item),
    part: {
      fold,
      take: () => {
        const items = waiting;
        waiting = [];
        return items?.length === 0 ? undefined : items;
      },
      trim: () => {
        if (waiting?.length !== 0) waiting = [];
      },
    },
  };
}

/** Position up to which the batches of each member are counted. */
export type Cursors = ReadonlyMap<string, number>;

/** Batches and positions that are stored with the counts, so that each batch counts once. */
export interface CountedNews {
  readonly cursors: Cursors;
  /** Own batches that are in the counts but not stored yet. */
  readonly batches: readonly NewsBatch[];
}
