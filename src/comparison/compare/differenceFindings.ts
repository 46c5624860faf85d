import type { Agreement } from './agreement';
import { shownTree } from './tree';
import type { Compared, Ignored } from './answerPair';
import { type Difference, severityOf } from './difference';
import { pointerTo } from './pathTemplates';
import { relate } from './relate';
import type { BodyDifference } from './walkTrees';

/** Differences of one kind at one path that are told of one pair of answers: more say nothing new. */
const MOST_ALIKE = 50;

/** Differences that are told of one pair of answers. */
const MOST_DIFFERENCES = 2_000;

type ComparedPair = Extract<Compared, { ok: true }>;

/** Collects what is found in one pair of answers, and what is agreed of it. */
export interface DifferenceFindings {
  readonly add: (found: BodyDifference) => void;
  /** What is known without a look at the body. */
  readonly note: (difference: Omit<Difference, 'severity'>) => void;
  readonly told: (alignments: ComparedPair['alignments']) => ComparedPair;
}

function differenceOf({ place, kind, v1, v2 }: BodyDifference): Difference {
  const relation = v1 === undefined || v2 === undefined ? undefined : relate(kind, v1, v2);
  const seen = {
    kind,
    ...(relation === undefined ? {} : { relation }),
    ...(v1 === undefined ? {} : { v1: shownTree(v1) }),
    ...(v2 === undefined ? {} : { v2: shownTree(v2) }),
  };
  return { path: place.path.text, at: pointerTo(place), severity: severityOf(seen), ...seen };
}

/** Nothing found yet. */
export function createDifferenceFindings({ ruleFor }: Agreement): DifferenceFindings {
  const differences: Difference[] = [];
  const ignored: Ignored[] = [];
  const alike = new Map<string, number>();
  let untold = 0;
  let overflow = false;

  const isTold = (path: string, kind: string): boolean => {
    const key = `${kind} ${path}`;
    const count = alike.get(key) ?? 0;
    alike.set(key, count + 1);
    const told = count < MOST_ALIKE && differences.length + ignored.length < MOST_DIFFERENCES;
    if (!told) untold += 1;
    return told;
  };

  return {
    add: (found) => {
      const { place, ...disagreement } = found;
      const { text: path, isOverflow } = place.path;
      if (isOverflow) overflow = true;
      const rule = ruleFor(path, disagreement);
      if (!isTold(path, rule === undefined ? found.kind : `line ${rule.line} ${found.kind}`)) return;
      const difference = differenceOf(found);
      if (rule === undefined) differences.push(difference);
      else ignored.push({ rule, difference });
    },
    note: (seen) => {
      const difference = { ...seen, severity: severityOf(seen) };
      const rule = ruleFor(seen.path, { kind: seen.kind });
      if (rule === undefined) differences.push(difference);
      else ignored.push({ rule, difference });
    },
    told: (alignments) => ({
      ok: true,
      differences,
      ignored,
      ...(untold === 0 ? {} : { untold }),
      overflow,
      alignments,
    }),
  };
}
