import { breakOf } from './breakOf';
import type { Compared, Ignored } from './comparison';
import type { Privacy } from './createPrivacy';
import type { Difference } from './difference';
import { keepRelation } from './keepRelation';
import type { KeptDifference, KeptIgnored, Observed } from './observed';
import type { Pair } from './pair';

/** What two answers that could be compared came to. */
export type Found = Extract<Compared, { readonly ok: true }>;

/** v1 against v1 asked once more, and why it was asked. */
export interface ComparedControl {
  readonly compared: Found;
  readonly because: 'byLot' | 'becauseDifferent';
}

/** What observations are made with. */
export interface Keeping {
  readonly privacy: Privacy;
  /** Hash of mapping, ignore rules and gateway version. */
  readonly epoch: string;
}

/** Objects and arrays may hold what must not be kept. */
const isScalar = (text: string | undefined): boolean => text === undefined || !/^[[{]/.test(text);

function keepDifference(difference: Difference, { isSecret, mayKeep, hash }: Privacy): KeptDifference {
  const { path, kind, severity, v1, v2, relation } = difference;
  const plain = { path, kind, severity };
  const { breaks, distance } = breakOf(difference);
  const nothing = [undefined, undefined] as const;
  if (isSecret(path)) return { ...plain, breaks, lengths: nothing, hashes: nothing };
  const open = mayKeep(path);
  const hashOf = (text: string | undefined) => (text === undefined ? undefined : hash(text));
  return {
    ...plain,
    breaks,
    ...(distance === undefined ? {} : { distance }),
    ...(relation === undefined ? {} : { relation: open ? relation : keepRelation(relation, { hash }) }),
    lengths: [v1?.length, v2?.length],
    hashes: [hashOf(v1), hashOf(v2)],
    ...(open && isScalar(v1) && isScalar(v2) ? { values: [v1, v2] as const } : {}),
  };
}

const keepIgnored = ({ rule, difference: { path, kind } }: Ignored): KeptIgnored => ({
  line: rule.line,
  path,
  kind,
});

/** Operation, status of v1's answer, names of the query: two requests that look alike say the same about the mapping. */
function signatureOf({ operation, request, v1 }: Pair): string {
  const [, query = ''] = request.split('?', 2);
  const names = [...new Set(new URLSearchParams(query).keys())].sort();
  return [operation, v1.status, ...names].join(' ');
}

/** Makes of a pair what may be kept of it. */
export function keep(
  pair: Pair,
  compared: Found,
  control: ComparedControl | undefined,
  { privacy, epoch }: Keeping,
): Observed {
  const { id, at, resource, operation, caller, request, unfit } = pair;
  const kept = ({ differences }: Found) => differences.map((one) => keepDifference(one, privacy));
  const ignored = compared.ignored.map(keepIgnored);
  return {
    ...{ id, at, epoch, resource, operation, caller, outcome: 'compared' },
    request: privacy.hash(request),
    signature: signatureOf(pair),
    ...(unfit === undefined ? {} : { unfit }),
    differences: kept(compared),
    ...(ignored.length === 0 ? {} : { ignored }),
    ...(control === undefined ? {} : { control: kept(control.compared), controlled: control.because }),
  };
}
