import { z } from 'zod';

/** What the contract knows of a value beyond its JSON type. */
export interface ContractFacts {
  /** The domain kind, where the JSON type alone does not tell it. */
  readonly kind?: 'timestamp' | 'money' | 'freeObject' | 'date' | 'number' | 'integer';
  /** A key, login or password: may leave only towards the configured upstream. */
  readonly secret?: true;
  /** An answer without it is no answer: nothing may ever stand in its place. */
  readonly needed?: true;
  /** A second name under which the live service sends the same member. */
  readonly alsoNamed?: string;
  /** Values seen or documented; the set stays open. */
  readonly known?: readonly string[];
  /** Most decimal places a number or an amount may have. */
  readonly decimals?: number;
  /** What an amount is in. */
  readonly currency?: 'EUR' | 'USD';
  readonly minimum?: number;
  readonly maximum?: number;
  /** The flag beside it that, when true, makes this member of a request required. */
  readonly requiredWhen?: string;
}

/** Where schemas register their facts; `describe` reads them, zod itself does not. */
export const facts = z.registry<ContractFacts>();
