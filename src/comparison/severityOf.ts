import type { Difference, DifferenceKind, Severity } from './difference';

type Seen = Pick<Difference, 'kind' | 'relation' | 'v1' | 'v2'>;

const always = (severity: Severity) => (): Severity => severity;

/** A client handles 200 and 201 alike more often than not, 200 and 404 never. */
const ofStatus = ({ v1 = '', v2 = '' }: Seen): Severity =>
  v1.charAt(0) === v2.charAt(0) ? 'suspicious' : 'breaking';

/** An instant written with other digits is the same instant. */
const ofValue = ({ relation }: Seen): Severity =>
  relation?.kind === 'instant' && relation.from === relation.to ? 'wire' : 'suspicious';

const ofLength = ({ v1 = '', v2 = '' }: Seen): Severity => (Number(v2) < Number(v1) ? 'breaking' : 'benign');

const bare = (header: string | undefined): string | undefined =>
  header?.toLowerCase().replaceAll(/[\s"]/g, '');

const ofHeader = ({ v1, v2 }: Seen): Severity => (bare(v1) === bare(v2) ? 'wire' : 'suspicious');

const SEVERITIES: Readonly<Record<DifferenceKind, (seen: Seen) => Severity>> = {
  missing: always('breaking'),
  extra: always('benign'),
  type: always('breaking'),
  value: ofValue,
  null_vs_absent: always('suspicious'),
  empty: always('suspicious'),
  // Where the order means nothing a rule says so, and then it is not told.
  order: always('suspicious'),
  length: ofLength,
  precision: always('wire'),
  unavailable: always('breaking'),
  status: ofStatus,
  header: ofHeader,
};

/** What a difference means for a client. */
export const severityOf = (seen: Seen): Severity => SEVERITIES[seen.kind](seen);
