import type { Json, JsonObject } from '../../../contract/json';
import type { Mismatch } from '../../translate/madeValue';

/** A further v2 read, whose answer stands beside the first one. */
export interface FurtherCall {
  readonly name: string;
  /** Name of the contract of its answer. */
  readonly contract: string;
  /** Route template, e.g. `/v2/users/{user}`. */
  readonly template: string;
  /** Fields of the first answer that fill the path; with none the call need not wait for it. */
  readonly fields: readonly { readonly parameter: string; readonly field: string }[];
  /**
   * Builds the encoded path from the v1 parameters and the first answer. Returns undefined if that answer names nothing
   * to read and the call may be left out.
   */
  readonly path: (parameters: Readonly<Record<string, string>>, body: Json) => string | undefined | Mismatch;
  /** True if a 404 leaves the call out. */
  readonly mayBeAbsent: boolean;
  /** Members without which its answer is useless; a stand-in is for a call that was not made. */
  readonly needed: readonly (readonly [name: string, lacking: Mismatch])[];
  /** Reads the id of its answer, which must be the one asked for. It is absent if nothing says which member that is. */
  readonly id?: {
    readonly member: string;
    readonly read: (data: JsonObject) => string | undefined;
    readonly other: Mismatch;
  };
  /** Mismatch of an answer without a resource. */
  readonly noObject: Mismatch;
}
