import type { Json, JsonObject } from '../contract/json';
import type { Mismatch } from '../translation/mismatch';
import type { Result } from '../translation/result';
import type { Validation } from '../translation/validation';

/** The HTTP methods that translated operations use. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One parameter of a v1 path; an `integer` one that is not written in digits names nothing (404). */
export interface PathParameter {
  readonly name: string;
  readonly type: 'text' | 'integer';
}

/** A declared index: v2 has no lookup by `key`, so the paged list is scanned and remembered. */
export interface LookupIndex {
  readonly name: string;
  /** Changes with the declaration: what was read under another one is of no use under this. */
  readonly version: string;
  /** v2 path of the text that callers look up by, e.g. `credentials.login`. */
  readonly key: string;
  /** True when that text is a secret, so that the asked one is never shown either. */
  readonly secret: boolean;
  /** Path of the v2 list, without query. */
  readonly path: string;
  /** Query text for one page, first page 1, e.g. `page=1&per_page=50&sort=-id`. */
  readonly query: (page: number) => string;
  /** Reads what the index needs from one listed item; undefined when the item cannot be read at all. */
  readonly read: (item: Json) => IndexItem | undefined;
}

/** One listed item, as the index sees it. */
export interface IndexItem {
  readonly id: string;
  /** The text that callers look up by; null when the item has none (counted as unkeyed). */
  readonly key: string | null;
  /** True when this item wins over others with the same key (a listed offer over a draft). */
  readonly preferred: boolean;
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
  };
  readonly v2: {
    readonly method: Method;
    /** Route template, e.g. `/v2/account-offers/{account}`. */
    readonly template: string;
    /** The one status of a complete success. */
    readonly success: number;
    /** Builds the encoded v2 path from the decoded v1 parameters, and a looked-up id under its v2 name. */
    readonly path: (parameters: Readonly<Record<string, string>>) => string;
  };
  /** The v2 path parameter that is found through an index, by the value of a v1 parameter. */
  readonly lookup?: {
    readonly index: LookupIndex;
    /** v1 parameter that holds the asked key. */
    readonly by: string;
    /** v2 parameter that the found id fills. */
    readonly fills: string;
    /** Reads the same facts from the single v2 answer's `data`, to verify a hit. */
    readonly verify: (data: Json) => IndexItem | undefined;
  };
  /** Checks a v1 body and translates it; absent for operations without one. */
  readonly body?: (body: Json) => Result<JsonObject, Validation>;
  /** Translates a whole v2 answer body (`{data: {...}}`) into a whole v1 body, or says where it does not fit. */
  readonly answer: (body: Json) => Result<JsonObject, Mismatch>;
  /** Turns the body of v2's 422 into v1's: field names in keys and texts. */
  readonly refusal: (body: Json) => Result<Validation, Mismatch>;
}
