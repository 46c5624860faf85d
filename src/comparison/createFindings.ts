import type { Agreement } from './agree/createAgreement';
import { shownTree } from './body/shownTree';
import type { Compared, Ignored } from './comparison';
import type { Difference } from './difference';
import { pointerTo } from './place';
import { relate } from './relate/relate';
import { severityOf } from './severityOf';
import type { Found } from './walkTrees';

/** Differences of one kind at one path that are told of one pair of answers: more say nothing new. */
const MOST_ALIKE = 50;

/** Differences that are told of one pair of answers. */
const MOST = 2_000;

type Told = Extract<Compared, { ok: true }>;

/** Collects what is found in one pair of answers, and what is agreed of it. */
export interface Findings {
  readonly add: (found: Found) => void;
  /** What is known without a look at the body. */
  readonly note: (difference: Omit<Difference, 'severity'>) => void;
  readonly told: (alignments: Told['alignments']) => Told;
}

function differenceOf({ place, kind, v1, v2 }: Found): Difference {
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
export function createFindings({ ruleFor }: Agreement): Findings {
  const differences: Difference[] = [];
  const ignored: Ignored[] = [];
  const alike = new Map<string, number>();
  let untold = 0;
  let overflow = false;

  const isTold = (path: string, kind: string): boolean => {
    const key = `${kind} ${path}`;
    const count = alike.get(key) ?? 0;
    alike.set(key, count + 1);
    const told = count < MOST_ALIKE && differences.length + ignored.length < MOST;
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
