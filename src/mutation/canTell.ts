import type { Field } from '../contract/field';
import { codecNamed } from '../mapping/codecNamed';
import type { RuleEntry } from '../mapping/ruleEntry';
import { sourcePath } from '../mapping/sourcePath';
import type { DateStyle } from '../translation/codecs/date';
import type { RuleSite } from './ruleSite';

/** All values of a field, where there is an end of them. */
const valuesOf = (field: Field | undefined): readonly string[] | undefined =>
  field?.kind === 'text' && field.closed === true ? field.known : undefined;

/**
 * False where no request could tell a rule's codec from another one: what goes in is one of a closed enumeration, and
 * the two codecs make the same of each of its values.
 */
export function canTell(
  { entry, end, scope, v1 }: RuleSite,
  other: RuleEntry['codec'],
  dates: DateStyle,
): boolean {
  const source = sourcePath(scope, entry[end] ?? '');
  const v2 = 'candidates' in source ? undefined : source.field;
  const values = valuesOf(end === 'from' ? v2 : v1);
  const [own, strange] = [codecNamed(entry.codec, dates), codecNamed(other, dates)];
  if (values === undefined || 'kind' in own || 'kind' in strange) return true;
  const turned = (codec: typeof own, value: string) =>
    end === 'from' ? codec.read(value) : codec.write(value);
  return values.some((value) => turned(own, value) !== turned(strange, value));
}
