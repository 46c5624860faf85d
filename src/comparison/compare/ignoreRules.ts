import { z } from 'zod';
import type { DifferenceKind } from './difference';
import { didYouMean, faultAt, schemaFaults } from '../../mapping/yaml/complaints';
import type { YamlDocument } from '../../mapping/yaml/yamlDocument';
import type { Fault } from '../../mapping/yaml/fileFault';
import { failure, type Result, success } from '../../contract/result';

/** How values at a path are held against each other instead of exactly. */
export type Comparator =
  | { readonly kind: 'ignore' }
  | { readonly kind: 'tolerance'; readonly by: number }
  | { readonly kind: 'unordered' }
  | { readonly kind: 'key'; readonly name: string } // elements of an array are paired by this member
  | { readonly kind: 'format' }; // the same kind of text, whatever it says

/** An agreed difference: who took it on, why, and until when. */
export interface IgnoreRule {
  /** A path template of a difference; `*` stands for one step, `**` at the end for all below. */
  readonly path: string;
  /** Absent: every kind. */
  readonly kind?: string;
  /** Absent: in every operation. */
  readonly operation?: string;
  readonly comparator: Comparator;
  readonly reason: string;
  readonly owner: string;
  /** The instant (clock ms) from which it no longer counts. */
  readonly expires: number;
  /** Where it stands, for messages. */
  readonly line: number;
}

const KINDS: readonly DifferenceKind[] = [
  ...(['missing', 'extra', 'type', 'value', 'null_vs_absent', 'empty', 'order', 'length'] as const),
  ...(['precision', 'status', 'header'] as const),
];

/** A comparator as written: a word, or a word and what it takes. */
const comparator = z.union([
  z.enum(['ignore', 'unordered', 'format']).transform((kind) => ({ kind })),
  z
    .strictObject({ tolerance: z.number().nonnegative() })
    .transform(({ tolerance }) => ({ kind: 'tolerance' as const, by: tolerance })),
  z.strictObject({ key: z.string().min(1) }).transform(({ key }) => ({ kind: 'key' as const, name: key })),
]);

/** A day (its first moment in UTC) or an instant, as clock ms. */
const instant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => Date.parse(text));

const rule = z.strictObject({
  path: z.string().min(1),
  kind: z.enum(KINDS).optional(),
  operation: z.string().min(1).optional(),
  comparator,
  /** Nobody is to wonder later why it is there, whom to ask, and whether it still has to be. */
  reason: z.string().min(1),
  owner: z.string().min(1),
  expires: instant,
});

/** A file of agreed differences. */
const ignoreFile = z.strictObject({ ignore: z.array(rule) });

const KEYS = [
  'ignore',
  'path',
  'kind',
  'operation',
  'comparator',
  'reason',
  'owner',
  'expires',
  'tolerance',
  'key',
];

/** A rule for an operation that does not exist would never count. */
function unknownOperations(
  document: YamlDocument,
  rules: readonly IgnoreRule[],
  operations: readonly string[],
): Fault[] {
  return rules.flatMap(({ operation }, at) => {
    if (operation === undefined || operations.includes(operation)) return [];
    const message = `there is no operation ${operation}`;
    const hint = didYouMean(operation, operations);
    return [faultAt(document, ['ignore', at, 'operation'], { code: 'operation-unknown', message, hint })];
  });
}

/**
 * Reads the agreed differences: `ignore:` and a list of `{path, kind?, operation?, comparator, reason, owner, expires}`,
 * the comparator one of `ignore`, `unordered`, `format`, `{ tolerance: 0.01 }`, `{ key: sku }`. An expired rule is no
 * fault: the comparison stops to apply it.
 */
export function readIgnoreRules(
  document: YamlDocument,
  operations: readonly string[],
): Result<readonly IgnoreRule[], readonly Fault[]> {
  if (document.faults.length > 0) return failure(document.faults);
  const parsed = ignoreFile.safeParse(document.value);
  if (!parsed.success) return failure(schemaFaults(document, parsed.error, KEYS));
  const rules = parsed.data.ignore.map(({ kind, operation, ...rule }, at): IgnoreRule => ({
    ...rule,
    ...(kind === undefined ? {} : { kind }),
    ...(operation === undefined ? {} : { operation }),
    line: document.at(['ignore', at]).line,
  }));
  const faults = unknownOperations(document, rules, operations);
  return faults.length === 0 ? success(rules) : failure(faults);
}

/** A rule is said to expire this long before it does, ms. */
const NOTICE = 14 * 86_400_000;

/** True for a rule that counts at an instant (clock ms) and will soon count no longer. */
export const expiresSoon = ({ expires }: Pick<IgnoreRule, 'expires'>, now: number): boolean =>
  now < expires && expires - now <= NOTICE;
