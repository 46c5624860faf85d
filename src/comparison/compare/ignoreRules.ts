import { DAY_MS } from '../../contract/clock';
import { z } from 'zod';
import { differenceKinds } from './difference';
import { didYouMean, faultAt, schemaFaults } from '../../mapping/yaml/complaints';
import type { YamlDocument } from '../../mapping/yaml/yamlDocument';
import type { Fault } from '../../mapping/yaml/fileFault';
import { definedMembers, failure, type Result, success } from '../../contract/result';

/** Way to compare values at a path less strictly, as written: a word, or a word with its argument. */
const comparator = z.union([
  /** `format`: the same kind of text, with any content. */
  z.enum(['ignore', 'unordered', 'format']).transform((kind) => ({ kind })),
  z
    .strictObject({ tolerance: z.number().nonnegative() })
    .transform(({ tolerance }) => ({ kind: 'tolerance' as const, by: tolerance })),
  /** Elements of an array are paired by this member. */
  z.strictObject({ key: z.string().min(1) }).transform(({ key }) => ({ kind: 'key' as const, name: key })),
]);

export type Comparator = Readonly<z.output<typeof comparator>>;

/** A day (its first moment in UTC) or an instant, as clock ms. */
const instant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((text) => Date.parse(text));

const rule = z.strictObject({
  /** Path template of a difference; `*` matches one step, `**` at the end all steps below. */
  path: z.string().min(1),
  /** Kind of a difference. It is absent for every kind. */
  kind: z.enum(differenceKinds).exclude(['unavailable']).optional(),
  /** Name of an operation. It is absent for every operation. */
  operation: z.string().min(1).optional(),
  comparator,
  /** Required with owner and expiry, so that every rule can be questioned later. */
  reason: z.string().min(1),
  owner: z.string().min(1),
  /** The instant (clock ms) from which it no longer counts. */
  expires: instant,
});

/** An agreed difference, with its owner, its reason and its expiry. */
export interface IgnoreRule extends Readonly<z.output<typeof rule>> {
  /** Line in its file, for messages. */
  readonly line: number;
}

/** A file of agreed differences. */
export const ignoreFile = z.strictObject({ ignore: z.array(rule) });

const KEYS = ['ignore', ...Object.keys(rule.shape), 'tolerance', 'key'];

/** Finds rules for operations that do not exist, which would never apply. */
function findUnknownOperations(
  document: YamlDocument,
  rules: readonly IgnoreRule[],
  operations: readonly string[],
): Fault[] {
  return rules.flatMap(({ operation }, index) => {
    if (operation === undefined || operations.includes(operation)) return [];
    const message = `there is no operation ${operation}`;
    const hint = didYouMean(operation, operations);
    return [faultAt(document, ['ignore', index, 'operation'], { code: 'operation-unknown', message, hint })];
  });
}

/**
 * Reads the agreed differences: `ignore:` and a list of `{path, kind?, operation?, comparator, reason, owner,
 * expires}`, the comparator one of `ignore`, `unordered`, `format`, `{ tolerance: 0.01 }`, `{ key: sku }`. An expired
 * rule is valid. The comparison no longer applies it.
 */
export function readIgnoreRules(
  document: YamlDocument,
  operations: readonly string[],
): Result<readonly IgnoreRule[], readonly Fault[]> {
  if (document.faults.length > 0) return failure(document.faults);
  const parsed = ignoreFile.safeParse(document.value);
  if (!parsed.success) return failure(schemaFaults(document, parsed.error, KEYS));
  const rules = parsed.data.ignore.map((rule, index): IgnoreRule =>
    definedMembers({ ...rule, line: document.at(['ignore', index]).line }),
  );
  const faults = findUnknownOperations(document, rules, operations);
  if (faults.length > 0) return failure(faults);
  return success(rules);
}

/** Time (ms) before the expiry of a rule from which its expiry is announced. */
const EXPIRY_NOTICE_MS = 14 * DAY_MS;

/** Recognizes a rule that applies at an instant (clock ms) and will expire soon. */
export const isExpiringSoon = ({ expires }: Pick<IgnoreRule, 'expires'>, now: number): boolean =>
  now < expires && expires - now <= EXPIRY_NOTICE_MS;
