import { z } from 'zod';
import type { Result } from '../../contract/result';
import { readAs } from '../yaml/complaints';
import type { Fault } from '../yaml/fileFault';
import type { MappingText } from '../yaml/mappingFolder';
import { errorStyleEntry } from './errorStyle';
import { eventsEntry } from './eventForm';
import { fixedHeaders, keyStyleEntry } from './keyStyle';
import { leadsIntoList, memberPath, placeEntry } from './places';
import { readDocument } from '../yaml/yamlDocument';

const prefix = z.string().regex(/^(?:\/[\w.~-]+)*$/, {
  error: "is not the beginning of a path such as /api/v1, without a slash at its end; '' stands for none",
});

const paging = z
  .strictObject({
    current_page: memberPath.default('meta.current_page'),
    from: memberPath.default('meta.from'),
    last_page: memberPath.default('meta.last_page'),
    per_page: memberPath.default('meta.per_page'),
    to: memberPath.default('meta.to'),
    total: memberPath.default('meta.total'),
    /** Path of the count of items before a page, and path of the next page: a cursor, or an address that holds it. */
    offset: memberPath.default('meta.offset'),
    next: memberPath.default('meta.next'),
  })
  .prefault({});

const side = {
  prefix,
  /** Path of the resource in an answer, and path of the list; by resource where they differ. */
  one: placeEntry.default('data'),
  list: placeEntry.default('data'),
  /** Paths of a list's paging. */
  paging,
  /** True if the header `Link` names the next page. */
  links: z.boolean().default(false),
  /** Form of a key. */
  auth: keyStyleEntry.default('bearer'),
  /** Headers of each call. */
  headers: fixedHeaders,
  /** Form of an error. */
  errors: errorStyleEntry.default('laravel'),
  /** Path that `lifeboat doctor` reads first. */
  probe: z.string().startsWith('/').optional(),
};

/** A fact that every client has to know, whatever operation it calls. */
const guideRow = z.strictObject({
  topic: z.string(),
  v1: z.string(),
  v2: z.string(),
  difference: z.string(),
});

/** The profile of a pair of APIs: facts that hold for all its mapping files. */
export const profileFile = z.strictObject({
  name: z.string().min(1),
  v1: z.strictObject({
    ...side,
    prefix: prefix.default('/v1'),
    errors: side.errors.refine(
      (style) => !Object.values(style).some((path) => typeof path === 'string' && leadsIntoList(path)),
      { error: 'only v2 can have a part of an error in a list' },
    ),
    /** Path of the attributes in a resource. It is empty if the resource itself is the attributes. */
    attributes: memberPath.default('attributes'),
    /**
     * Paths at which a list says that a page follows, and where it begins as a number: a count, a page or a cursor.
     * `last` is set if the last page by a cursor has a null where others name the next one.
     */
    nextPage: z
      .strictObject({
        more: memberPath.default(''),
        number: memberPath.default(''),
        last: z.null().optional(),
      })
      .prefault({}),
    /** Members that stand beside each resource and list, always the same, such as `success: true`. */
    beside: z.record(z.string(), z.json()).default({}),
    /** End of v1, unless the settings name another. */
    sunset: z.iso.datetime({ offset: true }).optional(),
  }),
  v2: z.strictObject({ ...side, prefix: prefix.default('/v2') }),
  /** `shipped` for the pair of the shipped contracts; the files of another pair declare all of theirs. */
  contracts: z.enum(['shipped', 'own']).default('own'),
  /** Words of paths that are counted unchanged, besides those of the mappings; any other word may be private. */
  words: z.array(z.string().regex(/^[\w.~-]+$/)).default([]),
  guide: z.array(guideRow).default([]),
  /** Events that old programs receive. Absent: none. */
  events: eventsEntry.optional(),
});

export type Profile = Readonly<z.output<typeof profileFile>>;

/** Reads a profile; the failure lists every fault with its place. */
export const readProfile = ({ file, text }: MappingText): Result<Profile, readonly Fault[]> =>
  readAs(profileFile, readDocument(file, text));
