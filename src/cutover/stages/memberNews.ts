import type { Served } from '../evidence/traffic';
import type { NewsBatch } from '../members/memberStore';

/** News that members let each other have of one subject. */
export interface NewsPart<Content> {
  /** Returns what has happened here since the last call; undefined for nothing. */
  readonly take: () => Content | undefined;
  /**
   * Takes in what has happened at a member. `again` is true when what only the store had is counted anew, after this
   * process has loaded it once more; then it may be its own.
   */
  readonly fold: (content: Content, from: string, isRepeated: boolean) => void;
  /** Forgets what waits: nobody else is there, or the part has just been shared. */
  readonly trim?: () => void;
  /** Loads what the store has of it, when counts are loaded once more. Rejects when the store fails. */
  readonly load?: () => Promise<void>;
  /** Stores what is not part of the counts, before they are. Rejects when the store fails. */
  readonly flush?: () => Promise<void>;
}

/** News that wait one after the other. */
export interface QueuedNews<Item> {
  readonly add: (item: Item) => void;
  readonly part: NewsPart<readonly Item[]>;
}

/** Creates news that wait until they are taken; nothing waits before they are shared, as nobody may want them. */
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

/** Batches and positions that are stored together with the counts, so that each batch counts once. */
export interface CountedNews {
  readonly cursors: Cursors;
  /** Own batches that are in the counts and not stored yet. */
  readonly batches: readonly NewsBatch[];
}

/** News of the members; everything that changes counts goes through it. */
export interface MemberNews {
  /** Adds a subject, by its name. */
  readonly share: <Content>(name: string, newsPart: NewsPart<Content>) => void;
  /** Sends what has happened here, and takes in what has happened elsewhere. Rejects when the store fails. */
  readonly exchange: () => Promise<void>;
  /** Calls `save` with what has to be stored together with the counts as they are at this moment. */
  readonly counted: (save: (counted: CountedNews) => Promise<'stored' | 'overtaken'>) => Promise<void>;
  /** Loads the counts of the store once more, and adds what it does not have. Rejects when the store fails. */
  readonly reload: () => Promise<void>;
}

/** Counts of this process, and of those that share its store. */
export interface SharedCounts {
  /** Records the end of a request of this process. */
  readonly served: (served: Served) => void;
  /** Saves the counts if this process acts for all. Rejects when the store fails. */
  readonly save: () => Promise<void>;
  /** Saves them without waiting, or sends them to the process that does; what fails is tried again later. */
  readonly saveSoon: () => void;
  readonly share: MemberNews['share'];
  /** Sends what has happened here, and takes in what has happened elsewhere. Rejects when the store fails. */
  readonly exchange: MemberNews['exchange'];
  readonly reload: MemberNews['reload'];
}
