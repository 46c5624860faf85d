import type fc from 'fast-check';
import type { z } from 'zod';
import type { JsonObject } from '../../../src/contract/json';
import type { Answered } from '../support/callSandbox';
import type { Fault } from './faultsOf';
import type { Shop } from './shop';

/** One operation that takes a body, with what is expected of every body. */
export interface BodySubject {
  /** The call as the contract names it, such as `PATCH /v2/account-offers/{account}`. */
  readonly operation: string;
  /** Ids of the path, by parameter. */
  readonly path?: (shop: Shop) => Readonly<Record<string, number>>;
  readonly schema: z.ZodType;
  /** Any valid body. */
  readonly bodies: (shop: Shop) => fc.Arbitrary<JsonObject>;
  /** A valid body with every member that a fault needs beside it. */
  readonly whole: (shop: Shop) => JsonObject;
  /** Faults by the rules of the marketplace, beside those by the contract. */
  readonly ownFaults?: readonly Fault[];
  /** What is read before the call, for what it must leave alone. */
  readonly before?: (shop: Shop) => string;
  readonly stored: (body: JsonObject, context: StoredContext) => readonly Stored[];
  /** Makes the marketplace as it was, so that each body meets the same one. */
  readonly reset?: (shop: Shop) => Promise<unknown>;
}

/** What there is to tell from what a body must have done. */
export interface StoredContext {
  readonly shop: Shop;
  readonly answer: Answered;
  /** What `before` answered. */
  readonly before: JsonObject;
}

/** A read, and members that it then answers, each exactly so. */
interface Stored {
  readonly call: string;
  readonly members: Readonly<Record<string, unknown>>;
}
