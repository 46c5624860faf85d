import { z } from 'zod';

export const fixedQuery = z.record(z.string(), z.union([z.string(), z.number()]));

/**
 * Query parameters for the beginning of a page: its number, the count of items before it, or a cursor from the page
 * before.
 */
const beginning = {
  page: z.string().min(1).optional(),
  offset: z.string().min(1).optional(),
  cursor: z.string().min(1).optional(),
  /** Set if the list has no pages: one answer holds all of it. */
  whole: z.literal(true).optional(),
  /** Query parameter for the number of items on a page. */
  size: z.string().min(1).optional(),
};

const hasOneBeginning = ({ page, offset, cursor, whole }: Readonly<Record<string, unknown>>): boolean =>
  [page, offset, cursor, whole].filter((name) => name !== undefined).length === 1;
const ONE_BEGINNING = { error: 'takes one of `page`, `offset`, `cursor` and `whole`' };

type Members = Readonly<Record<string, unknown>>;

/** Creates the check that the number of items on a page stands beside pages, and not beside a whole list. */
const createCountCheck =
  (count: string) =>
  ({ whole, size, ...members }: Members): boolean =>
    whole === undefined ? members[count] !== undefined : size === undefined && members[count] === undefined;

/** True if `most` of v1 stands beside the parameter with which a client may ask for fewer items. */
const areLimited = ({ size, most }: Members): boolean => (size === undefined) === (most === undefined);
const v1Counted = { error: 'takes `usual`, the number of items on a page, beside each but `whole`' };
const v1Limited = { error: 'takes `size` and `most` together; without both each page has `usual` items' };
const v2Counted = {
  error: 'takes `most` beside each but `whole`: without `size`, the number of items that each page has',
};

/** The query parameters for one page of a v2 list. */
export const pagesEntry = z
  .strictObject({
    ...beginning,
    /** Most items that v2 puts on a page. */
    most: z.int().min(1).optional(),
    /** Set if the answer does not say which page it is. */
    silent: z.literal(true).optional(),
    query: fixedQuery,
  })
  .refine(hasOneBeginning, ONE_BEGINNING)
  .refine(createCountCheck('most'), v2Counted);

/** A v1 page that is assembled from as many v2 pages as it needs. */
export const listEntry = z.strictObject({
  v1: z
    .strictObject({
      ...beginning,
      /** Default number of items on a page, and the largest that a client may ask for. */
      usual: z.int().min(1).optional(),
      most: z.int().min(1).optional(),
    })
    .refine(hasOneBeginning, ONE_BEGINNING)
    .refine(createCountCheck('usual'), v1Counted)
    .refine(areLimited, v1Limited),
  v2: pagesEntry,
});

/** v1 name -> v2 name, word by word where only some are taken. */
const takes = z
  .record(
    z.string(),
    z.union([
      z.string().min(1),
      z.strictObject({ to: z.string().min(1), words: z.record(z.string(), z.string().min(1)) }),
    ]),
  )
  .optional();
/** v1 names that v2 has no place for, each with the reason. */
const drops = z.record(z.string(), z.string().min(1)).optional();

/** Schema of the treatment of v1's query parameters in the v2 call. */
export const queryEntry = z.strictObject({
  takes,
  /** v2 parameters that go with each call. */
  sends: fixedQuery.optional(),
  drops,
  /** Treatment of any other parameter: refuse the request, pass it on as it is, or leave it out. */
  others: z.enum(['refuse', 'pass', 'drop']),
});

/** Schema of the treatment of a client's headers, which are left out unless it names them. */
export const headersEntry = z.strictObject({
  takes,
  drops,
  /** v1 headers with which a request is refused. */
  refuses: z.array(z.string()).optional(),
  /** v1 header of a success <- v2 header. */
  answers: z.record(z.string(), z.string()).optional(),
});

export type HeadersEntry = z.infer<typeof headersEntry>;
export type QueryEntry = z.infer<typeof queryEntry>;
export type PagesEntry = z.infer<typeof pagesEntry>;
