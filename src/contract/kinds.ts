import { z } from 'zod';
import type { Notation } from './field';

/** Facts of the contract about a value beyond its JSON type. */
export interface ContractFacts {
  /** The domain kind, if the JSON type alone does not show it. */
  readonly kind?: 'timestamp' | 'money' | 'freeObject' | 'date' | 'instant' | 'number' | 'integer' | 'map';
  /** A key, login or password: may leave only towards the configured upstream. */
  readonly secret?: true;
  /** Set for texts that the API itself issues, e.g. the slug of a game: no person wrote them. */
  readonly issued?: true;
  /** Set if an answer is useless without it: nothing may ever replace a missing value. */
  readonly needed?: true;
  /** A second name under which the live service sends the same member. */
  readonly alsoNamed?: string;
  /** Values seen or documented; the set stays open. */
  readonly known?: readonly string[];
  /** Notation of an instant. */
  readonly notation?: Notation;
  /** Most decimal places a number or an amount may have. */
  readonly decimals?: number;
  /** Currency of an amount. */
  readonly currency?: 'EUR' | 'USD';
  readonly minimum?: number;
  readonly maximum?: number;
  /** Name of the flag in the same object that, when true, makes this member of a request required. */
  readonly requiredWhen?: string;
}

/** Registry of the facts of schemas; `describeSchema` reads them, zod itself does not. */
export const facts = z.registry<ContractFacts>();

/** Largest value read as seconds; above it a number can only be milliseconds (the year 5138). */
export const LATEST_SECOND = 100_000_000_000;

/** Describes a v2 instant: whole Unix seconds, UTC (spec 2, "v2 timestamps are integers"). */
export const timestamp = () => z.int().min(0).max(LATEST_SECOND).register(facts, { kind: 'timestamp' });

const decimalText = z.string().regex(/^-?\d+(\.\d+)?$/);

const minorUnitsMoney = z.object({
  format: z.string(),
  value: z.union([z.number(), decimalText]),
  amount: z.int(),
  currency: z.object({ symbol: z.string(), code: z.string() }),
});

const mainUnitsMoney = z.object({
  format: z.string(),
  format_readable: z.string(),
  amount: z.union([z.number(), decimalText]),
  currency: z.string(),
});

/**
 * Describes a v2 amount of at most `decimals` places: decimal text (spec 2) or, as the live service also sends it, a
 * number or an object with main units in `value` (account offers) or `amount` (currency offers).
 */
export const money = (currency: 'EUR' | 'USD', decimals: number) =>
  z
    .union([decimalText, z.number(), minorUnitsMoney, mainUnitsMoney])
    .register(facts, { kind: 'money', currency, decimals });

/** Describes a free-form map. PHP prints an empty one as `[]`, so that is accepted for `{}`. */
export const freeObject = () =>
  z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown()).length(0)])
    .register(facts, { kind: 'freeObject' });

/** Describes a map whose values are alike. Its keys are data. */
export const mapOf = (value: z.ZodType) => z.record(z.string(), value).register(facts, { kind: 'map' });

/** Describes a v1 date: Unix seconds as a number (spec 2.11) or ISO 8601 text (spec 9); the mapping says which. */
export const date = () => z.union([z.number(), z.iso.datetime()]).register(facts, { kind: 'date' });

/** Describes an instant in one notation. */
export function writtenInstant(notation: Notation) {
  const text = notation.startsWith('iso') ? z.iso.datetime({ offset: true }) : z.string();
  const schema = notation.startsWith('unix') ? z.int().min(0) : text;
  return schema.register(facts, { kind: 'instant', notation });
}

/** Describes a secret text: key, login or password. */
export const secretText = () => z.string().register(facts, { secret: true });

/** Describes text with documented values. New ones may come at any time (v2 grows additively). */
export const openText = (...words: string[]) => z.string().register(facts, { known: words });

/** Describes a text that the API itself issues: an id, or the slug of a game. */
export const issuedText = () => z.string().register(facts, { issued: true });

/** Describes the state of a thing as `openText` does; an answer without a state is useless. */
export const statusText = (...words: string[]) => z.string().register(facts, { known: words, needed: true });

/** Describes what PHP calls an array, in a request of either API: an object or a list, or null. */
export const objectOrList = () =>
  z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .nullable()
    .register(facts, { kind: 'freeObject' });
