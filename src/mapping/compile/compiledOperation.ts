import type { Json, JsonObject } from '../../contract/json';
import type { Mismatch } from '../translate/madeValue';
import type { FurtherCall } from './calls/furtherCall';
import type { Result } from '../../contract/result';
import type { AnswerTranslation } from '../translate/translateAnswer';
import type { Habits } from '../translate/v1Habits';
import type { Violations } from '../translate/validationErrors';

/** The HTTP methods that translated operations use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The status of a success that has no body (RFC 9110 15.3.5). */
export const NO_CONTENT = 204;

/** One parameter of a v1 path. An `integer` that is not written in digits names nothing (404); an `id` is text. */
export interface PathParameter {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'id';
  /** Texts that are other routes of v1. */
  readonly except?: readonly string[];
}

/** A declared index: v2 has no lookup by `key`, so the paged list is scanned and remembered. */
export interface LookupIndex {
  readonly name: string;
  /** Changes with the declaration: data that was read under an older declaration is useless under this one. */
  readonly version: string;
  /** v2 path of the text that callers look up by, e.g. `credentials.login`. */
  readonly key: string;
  /** True if that text is a secret: then the text that a client asks for is never shown either. */
  readonly secret: boolean;
  /** Path of the v2 list, without query. */
  readonly path: string;
  /** Returns the query text for one page, from page 1 on, e.g. `page=1&per_page=50&sort=-id`. */
  readonly query: (page: number) => string;
  /** Returns the query text for one page, last changed first. It is absent if the mapping does not declare it. */
  readonly changes?: (page: number) => string;
  /** Reads the facts for the index from one listed item. Returns undefined if the item cannot be read at all. */
  readonly read: (item: Json) => IndexItem | undefined;
}

/** One listed item, as the index sees it. */
export interface IndexItem {
  readonly id: string;
  /** Text that callers look up by; null if the item has none (counted as unkeyed). */
  readonly key: string | null;
  /** True if this item wins over others with the same key (a listed offer over a draft). */
  readonly preferred: boolean;
  /** Instant (ms, by v2's clock) of the last change; absent or null if v2 does not give it. */
  readonly changed?: number | null;
}

/** A checked v1 body, translated. */
export interface OutgoingRequest {
  /** The v2 body. It is absent if v2 takes none. */
  readonly json?: JsonObject;
  /** v2 path parameters that the body fills. They are absent if it fills none. */
  readonly path?: Readonly<Record<string, string>>;
  /** Ids that get one call each, in this order. They are absent for an operation that makes one call. */
  readonly ids?: readonly string[];
}

/** The parsed query of a v1 request. */
export interface AskedQuery {
  /** Attributes that the client did not ask for: null in the answer. */
  readonly hidden: readonly string[];
  /** The page of a list. */
  readonly page?: AskedPage;
  /** Query of the v2 call beside what asks for a page. It is absent where there is none. */
  readonly sent?: string;
}

/** Headers of one message by their names in lower case. */
export type NamedHeaders = Readonly<Record<string, string>>;

/** Treatment of the headers that a client sends, and of those that v2 answers with. */
export interface HeaderTreatment {
  /** Picks the headers that the mapping names: v1 reads them, too, where it is asked in v2's place. */
  readonly named: (givenHeaders: Readonly<Record<string, unknown>>) => NamedHeaders;
  /** Returns the headers of each v2 call, and conditions of the call itself: what is read after it has another state. */
  readonly read: (
    givenHeaders: Readonly<Record<string, unknown>>,
  ) => Result<{ readonly carried: NamedHeaders; readonly conditions: NamedHeaders }, Violations>;
  /** Headers of a success, each with the v2 header that it has the value of. */
  readonly shown: readonly (readonly [v1: string, v2: string])[];
  /** True if a condition of the client decides whether v2 answers. */
  readonly isConditional: boolean;
}

/** A page of a list as a v1 client asks for it. */
export interface AskedPage {
  readonly style: PageStyle;
  /** Count of items before the page; `size` is the most items on it. */
  readonly start: number;
  readonly size: number;
  /**
   * v2's own name for the beginning of the page, set if both APIs use cursors: the count of items before it is unknown.
   */
  readonly cursor?: string;
  /** Returns the client's query for a later page, from the value of the parameter for its beginning. */
  readonly asks: (beginning: string) => string;
}

/** Way to ask for a page: by its number, the count of items before it, or a cursor from the page before; or for all. */
export type PageStyle = 'page' | 'offset' | 'cursor' | 'whole';

/** The paging of a v2 list. */
export interface PagedList {
  /** Path of the list, without query. */
  readonly path: string;
  /** The path before its parameters were filled. It is absent if it has none. */
  readonly template?: string;
  readonly style: PageStyle;
  /** True if an answer need not say which page it is. */
  readonly isSilent: boolean;
  /** Returns the query text for one page, from page 1 on; with cursors only for the first page. */
  readonly query: (page: number, size: number) => string;
  /**
   * Reads the cursor from the text that a page gives for the next one: the text itself, or a parameter of an address.
   */
  readonly cursorIn: (next: string) => string;
  /** Returns the query text for the page of a cursor. */
  readonly queryAfter: (cursor: string, size: number) => string;
  /** Most items that v2 puts on a page; infinite where it has no pages. */
  readonly most: number;
  /** Turns v2's 422 into v1's; given where parameters of the client go with the call, so that he may be to blame. */
  readonly refusal?: Operation['refusal'];
  /** True if v2 takes no size. */
  readonly isFixed: boolean;
}

/** One call for each id of a list in the v1 body. */
export interface BulkCalls {
  /** Member of the v1 body that lists the ids, for errors. */
  readonly member: string;
  /** v2 path parameter that each id fills. */
  readonly fills: string;
  /** The v1 message after a success of all calls. */
  readonly message: string;
}

/** Names that a 404 lists, read from a v2 list. */
export interface ListedNames {
  readonly list: PagedList;
  /** Member of the answer that holds the names. */
  readonly as: string;
  /** Reads key and value of one item. Undefined leaves the item out, a mismatch refuses the list. */
  readonly read: (item: Json) => readonly [key: string, value: string] | undefined | Mismatch;
}

/** One v1 operation, compiled from a mapping file: frozen, pure, shared by all requests. */
export interface Operation {
  readonly name: string;
  readonly resource: string;
  readonly v1: {
    readonly method: Method;
    /** Route template, e.g. `/v1/currency-offers/{currencyOfferId}`. */
    readonly template: string;
    readonly parameters: readonly PathParameter[];
    /** Query flags that show attributes which are hidden otherwise. They are absent if nothing is hidden. */
    readonly flags?: readonly string[];
    /** Set if v1 needs no key. */
    readonly open?: true;
    /** The status of a success. */
    readonly success: number;
  };
  readonly v2: {
    readonly method: Method;
    /** Route template, e.g. `/v2/account-offers/{account}`. */
    readonly template: string;
    /** Query that goes with each call of its path; absent if there is none. */
    readonly sends?: string;
    /** Set if only the status of v2's answer is needed: its body is not read. */
    readonly unread?: true;
    /** Builds the encoded v2 path from the decoded v1 parameters and from other values by their v2 names. */
    readonly path: (parameters: Readonly<Record<string, string>>) => string;
    /** Returns the id in that path, if it names the resource that v2 must answer with. */
    readonly id?: (parameters: Readonly<Record<string, string>>) => string;
    /**
     * Returns the path at which the resource of a write can be read afterwards. A created resource needs the id that v2
     * gave it. Returns undefined without one.
     */
    readonly resource?: (
      parameters: Readonly<Record<string, string>>,
      madeId: string | undefined,
    ) => string | undefined;
  };
  /**
   * Reports whether a write, given by its v2 path and body, would provably leave its resource as v2 shows it. If
   * absent, every write counts as a change. A field that v2 does not show also counts as changed, unless it
   * `mayBeHidden`.
   */
  readonly unchanged?: (
    data: JsonObject,
    path: string,
    sent: JsonObject | undefined,
    options?: { readonly mayBeHidden: boolean },
  ) => boolean;
  /** The v1 message about an acknowledged write whose resource cannot be read back; absent if v1 has to show it. */
  readonly acknowledgement?: string;
  /** The v2 path parameter that an index finds by the value of a v1 parameter. */
  readonly lookup?: {
    readonly index: LookupIndex;
    /** v1 parameter that holds the key. */
    readonly by: string;
    /** v2 parameter that the found id fills. */
    readonly fills: string;
  };
  /** The paged v2 list from which a v1 page is assembled. */
  readonly list?: PagedList;
  readonly each?: BulkCalls;
  /** Further reads that make the answer together with the first one. */
  readonly calls?: readonly FurtherCall[];
  readonly namesKnown?: ListedNames;
  /** Indexes of the resource, which the writes of this operation update. */
  readonly indexes?: readonly LookupIndex[];
  /** Reads the habits of a v1 request that v2 does not take. It is absent if it cannot show any. */
  readonly habits?: Habits;
  /** Checks the v1 query. It is absent if the operation reads none. */
  readonly query?: (query: URLSearchParams) => Result<AskedQuery, Violations>;
  /** v1's query parameter that asks for a page by a cursor; absent where its pages have numbers. */
  readonly cursor?: string;
  /** Absent if the mapping names no header. */
  readonly headers?: HeaderTreatment;
  /** Checks a v1 body and translates it with the parameters of the path. It is absent for operations without one. */
  readonly body?: (
    body: Json,
    parameters?: Readonly<Record<string, string>>,
  ) => Result<OutgoingRequest, Violations>;
  /** True for a write of a separate pair whose mapping names no body: one with members would be lost with a success. */
  readonly refusesBody?: boolean;
  /**
   * Translates a whole v2 answer body (`{data: {...}}`) into a whole v1 body; the failure is the path that does not
   * fit.
   */
  readonly answer: AnswerTranslation;
  /** Translates the body of v2's 422 into v1's: field names in keys and texts. */
  readonly refusal: (body: Json) => Result<Violations, Mismatch>;
}
