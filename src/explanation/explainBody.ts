import type { Field } from '../contract/field';
import type { Json } from '../contract/json';
import type { LedgerMember } from '../mapping/ledger';
import type { Outgoing } from '../mapping/operation';
import type { ResolvedRequest } from '../mapping/resolveRequest';
import { sourcePath } from '../mapping/sourcePath';
import type { MemberLine } from './explanation';
import { shown } from './shown';
import { stepsTo } from '../translation/stepsTo';
import { valueAt } from '../translation/valueAt';

/** The value at a path, as it may be shown. */
function shownAt(body: Json | undefined, root: Field, path: string): Json | undefined {
  const found = sourcePath(root, path);
  const field = 'candidates' in found ? undefined : found.field;
  const value = valueAt(body, stepsTo(path));
  return shown(value, field);
}

/** One v1 body, and what goes to v2 of it; nothing does of a body that was refused. */
interface Pair {
  readonly v1: Json;
  readonly v2: Outgoing | undefined;
}

/** What goes to v2 in place of a member: a value in the body, or a part of the path. */
function sentFor({ target }: LedgerMember, body: ResolvedRequest, v2: Outgoing): Json | undefined {
  const parameter = /^\{(.+)\}$/.exec(target)?.[1];
  if (parameter === undefined) return body.v2 && shownAt(v2.json, body.v2, target);
  return v2.path?.[parameter] ?? (v2.ids === undefined ? undefined : [...v2.ids]);
}

function lineOf(line: LedgerMember, body: ResolvedRequest, { v1, v2 }: Pair): readonly MemberLine[] {
  const value = shownAt(v1, body.v1, line.member);
  const sent = v2 === undefined ? undefined : sentFor(line, body, v2);
  const isSent = value !== undefined || (sent !== undefined && line.default !== undefined);
  if (!isSent) return [];
  return [{ ...line, ...(value === undefined ? {} : { value }), ...(sent === undefined ? {} : { sent }) }];
}

/** Says of every member that a client sent where it goes, and of a default what stands for what it did not send. */
export const explainBody = (body: ResolvedRequest, pair: Pair): readonly MemberLine[] =>
  body.ledger.flatMap((line) => lineOf(line, body, pair));
