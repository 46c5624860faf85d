import type { KeptDifference, Observed } from './observed';
import type { KindTally, PathTally } from './pathTally';
import { createRelationTally } from './relate/createRelationTally';

/** Kinds that say that there is no answer of v2 to look into. */
const ANSWERLESS: ReadonlySet<string> = new Set(['status', 'unavailable']);

/** Relations told apart per kind, and reasons. */
const MOST_TEXTS = 20;

function newKind({ kind, severity }: KeptDifference, { id, at }: Observed, differences: number): KindTally {
  const sample = { id, at };
  return {
    kind,
    severity,
    requests: 0,
    relations: createRelationTally(),
    unfits: new Map(),
    first: sample,
    latest: sample,
    smallest: { ...sample, differences },
  };
}

function countText(counts: Map<string, number>, text: string | undefined): void {
  if (text === undefined || (!counts.has(text) && counts.size >= MOST_TEXTS)) return;
  counts.set(text, (counts.get(text) ?? 0) + 1);
}

/** Writes down what one request shows at one path: of each kind how often, since when, by which relation, the best sample. */
export function noteKinds(
  tally: PathTally,
  differences: readonly KeptDifference[],
  observed: Observed,
): void {
  const seen = new Set<KindTally>();
  for (const difference of differences) {
    const known = tally.kinds.get(difference.kind);
    const kind = known ?? newKind(difference, observed, observed.differences.length);
    tally.kinds.set(difference.kind, kind);
    // Of an array the first element stands for all: a request is one piece of evidence.
    if (seen.has(kind)) continue;
    seen.add(kind);
    kind.relations.add(difference.relation);
    countText(kind.unfits, ANSWERLESS.has(kind.kind) ? observed.unfit : undefined);
    kind.requests += 1;
    kind.latest = { id: observed.id, at: observed.at };
    if (observed.differences.length < kind.smallest.differences) {
      kind.smallest = { ...kind.latest, differences: observed.differences.length };
    }
  }
}
