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
`;
