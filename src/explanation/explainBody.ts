import type { Field } from '../contract/field';
import type { Json } from '../contract/json';
import type { LedgerMember } from '../mapping/ledger';
import type { ResolvedOperation } from '../mapping/resolveOperation';
import { sourcePath } from '../mapping/sourcePath';
import type { MemberLine } from './explanation';
import { shown } from './shown';
import { stepsTo } from './stepsTo';
import { valueAt } from './valueAt';

type Body = NonNullable<ResolvedOperation['body']>;

/** The value at a path, as it may be shown. */
function shownAt(body: Json | undefined, root: Field, path: string): Json | undefined {
  const found = sourcePath(root, path);
  const field = 'candidates' in found ? undefined : found.field;
  const value = valueAt(body, stepsTo(path));
  return shown(value, field);
}

/** One v1 body, and the v2 body made of it; there is none for a body that was refused. */
interface Pair {
  readonly v1: Json;
  readonly v2: Json | undefined;
}

function lineOf(line: LedgerMember, body: Body, { v1, v2 }: Pair): readonly MemberLine[] {
  const value = shownAt(v1, body.v1, line.member);
  const sent = body.v2 && shownAt(v2, body.v2, line.target);
  return value === undefined ? [] : [{ ...line, value, ...(sent === undefined ? {} : { sent }) }];
}

/** Says of every member that a client sent where it goes; what it did not send has no line. */
export const explainBody = (body: Body, pair: Pair): readonly MemberLine[] =>
  body.ledger.flatMap((line) => lineOf(line, body, pair));
