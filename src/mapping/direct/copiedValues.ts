import type { Field } from '../../contract/field';
import { type Codec, same } from '../codecs/codec';
import { FreeMembers } from './freeMembers';
import { type JsonSource, QUOTE } from './jsonSource';

/** Goes over a value that v2 gets as it stands; false for any other, wherever it stops then. */
type Copy = (source: JsonSource) => boolean;

/** Printable ASCII, of which a text is not blank. */
const [FIRST_VISIBLE, LAST_VISIBLE] = [33, 126];
/** Most decimals of a number that JSON.stringify writes without an exponent. */
const PLAIN_DECIMALS = 6;

/** True if a text begins with a character that one sees: then it is not blank. */
function isVisible({ text }: JsonSource, start: number): boolean {
  const code = text.charCodeAt(start);
  return code >= FIRST_VISIBLE && code <= LAST_VISIBLE && code !== QUOTE;
}

function copyText({ minimumLength = 0, maximumLength = Infinity, ...field }: Field & { kind: 'text' }): Copy {
  const known = field.closed === true ? field.known : undefined;
  /** There are at least as many bytes as characters, and in ASCII no more. */
  const hasGoodLength = (source: JsonSource, length: number): boolean =>
    length <= maximumLength && length >= minimumLength && (source.isAscii || minimumLength <= 1);
  return (source) => {
    const start = source.at + 1;
    if (!source.skipText() || !source.isUnescaped(start, source.at) || !isVisible(source, start))
      return false;
    const end = source.at - 1;
    if (!hasGoodLength(source, end - start)) return false;
    return known === undefined || known.includes(source.text.slice(start, end));
  };
}

const isWithin = (
  number: number,
  { minimum = -Infinity, maximum = Infinity }: Field & { kind: 'integer' | 'number' },
): boolean => number >= minimum && number <= maximum;

/** Digits, or a text of digits. */
const copyInteger =
  (field: Field & { kind: 'integer' }): Copy =>
  (source) => {
    const isText = source.skip(QUOTE);
    const start = source.at;
    if (!source.skipDigits() || !isWithin(source.integer(start, source.at), field)) return false;
    return !isText || source.skip(QUOTE);
  };

function copyNumber(field: Field & { kind: 'number' }): Copy {
  const decimals = Math.min(field.decimals ?? PLAIN_DECIMALS, PLAIN_DECIMALS);
  const whole = String.raw`(?:0|[1-9]\d{0,8})`;
  const part = (digits: string) => (decimals === 0 ? '' : String.raw`(?:\.${digits})?`);
  const amount = new RegExp(
    `"${whole}${part(`\\d{1,${decimals}}`)}"|${whole}${part(`\\d{0,${decimals - 1}}[1-9]`)}(?=[,}])`,
    'y',
  );
  return (source) => {
    const { at, text } = source;
    amount.lastIndex = at;
    if (!amount.test(text)) return false;
    source.at = amount.lastIndex;
    if (field.minimum === undefined && field.maximum === undefined) return true;
    const quotes = source.isAt(QUOTE, at) ? 1 : 0;
    return isWithin(Number(text.slice(at + quotes, source.at - quotes)), field);
  };
}

/** An object that JSON.stringify writes as it stands. */
const copyObject: Copy = (source) => FreeMembers.next(source)?.isCanonical === true;

/** True for a codec that leaves an object as it is. */
const keepsObjects = (codec: Codec): boolean => codec === same || codec.omits?.length === 0;

/** Compiles going over the values of a field that v2 gets as they stand; undefined where it gets others. */
export function compileCopy(field: Field, codec: Codec): Copy | undefined {
  if (field.kind === 'freeObject') return keepsObjects(codec) ? copyObject : undefined;
  if (codec !== same) return undefined;
  if (field.kind === 'integer') return copyInteger(field);
  if (field.kind === 'number') return copyNumber(field);
  return field.kind === 'text' && field.format === undefined ? copyText(field) : undefined;
}
