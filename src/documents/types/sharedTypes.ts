/** The types that all shapes are made of, as the text of a declaration file. */
export const sharedTypes = `/** Seconds since the Unix epoch, UTC. */
export type UnixSeconds = number;

/** ISO 8601 text in UTC, e.g. \`2024-01-15T10:30:00Z\`. */
export type IsoDateTime = string;

/** An object of any members; PHP writes an empty one as \`[]\`. */
export type FreeObject = { readonly [name: string]: unknown } | readonly [];

/** An amount in v2: decimal text, or as the live service also sends it. */
export type Money =
  | string
  | number
  | { readonly format: string; readonly value: number | string; readonly amount: number; readonly currency: { readonly symbol: string; readonly code: string } }
  | { readonly format: string; readonly format_readable: string; readonly amount: number | string; readonly currency: string };

/** One resource as v1 answers it. */
export interface Envelope<Type extends string, Attributes> {
  readonly data: { readonly id: string; readonly type: Type; readonly attributes: Attributes };
}

/** One resource as v2 answers it. */
export interface Data<Resource> {
  readonly data: Resource;
}

/** A simple error, in v1 and in v2. */
export interface Problem {
  readonly message: string;
}

/** A validation error: field name to what is wrong with it. */
export interface ValidationProblem extends Problem {
  readonly errors: { readonly [field: string]: readonly string[] };
}

/** A page of a v1 list. */
export interface Page<Answer extends { readonly data: unknown }> {
  readonly data: readonly Answer['data'][];
  readonly meta: {
    readonly current_page: number;
    readonly from: number | null;
    readonly last_page: number;
    readonly per_page: number;
    readonly to: number | null;
    readonly total: number;
  };
}

/** What v1 answers to a change of several. */
export interface Several<Answer extends { readonly data: unknown }> {
  readonly message: string;
  readonly data: readonly Answer['data'][];
}
`;
