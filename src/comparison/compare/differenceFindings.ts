import type { Agreement } from './agreement';
import { shownTree } from './tree';
import type { Compared, Ignored } from './answerPair';
import { type Difference, severityOf } from './difference';
import { pointerTo } from './pathTemplates';
import { relate } from './relations';
import type { BodyDifference } from './walkTrees';

/** Most differences of one kind at one path that are listed per pair: more of them show nothing new. */
const MAX_ALIKE_DIFFERENCES = 50;

const MAX_DIFFERENCES = 2_000;

type ComparedPair = Extract<Compared, { ok: true }>;

/** Collects the differences of one pair of answers, separated into open and agreed ones. */
export interface DifferenceFindings {
  readonly add: (difference: BodyDifference) => void;
  /** Adds a difference outside the body. */
  readonly note: (difference: Omit<Difference, 'severity'>) => void;
  /** True when the cap of differences is reached: a further one would hold up the process. */
  readonly isEnough: () => boolean;
  readonly result: (alignments: ComparedPair['alignments']) => ComparedPair;
}

function differenceOf({ place: treePlace, kind, v1, v2 }: BodyDifference): Difference {
  const relation = v1 === undefined || v2 === undefined ? undefined : relate(kind, v1, v2);
  const compared = {
    kind,
    ...(relation === undefined ? {} : { relation }),
    ...(v1 === undefined ? {} : { v1: shownTree(v1) }),
    ...(v2 === undefined ? {} : { v2: shownTree(v2) }),
  };
  return { path: treePlace.path.text, at: pointerTo(treePlace), severity: severityOf(compared), ...compared };
}

/** Makes an empty collection of differences, which is enough when there are more than `most`. */
export function createDifferenceFindings({ ruleFor }: Agreement, most = Infinity): DifferenceFindings {
  const differences: Difference[] = [];
  const ignored: Ignored[] = [];
  const alike = new Map<string, number>();
  let foundCount = 0;
  let omitted = 0;
  let overflow = false;

  const list = (rule: Ignored['rule'] | undefined, difference: Difference): void => {
    if (rule === undefined) differences.push(difference);
    else ignored.push({ rule, difference });
  };

  const isListed = (path: string, kind: string): boolean => {
    const key = `${kind} ${path}`;
    const count = alike.get(key) ?? 0;
    alike.set(key, count + 1);
    const listed = count < MAX_ALIKE_DIFFERENCES && differences.length + ignored.length < MAX_DIFFERENCES;
    if (!listed) omitted += 1;
    return listed;
  };

  return {
    isEnough: () => foundCount > most,
    add: (difference) => {
      foundCount += 1;
      const { place: treePlace, ...disagreement } = difference;
      const { text: path, isOverflow } = treePlace.path;
      if (isOverflow) overflow = true;
      const rule = ruleFor(path, disagreement);
      if (!isListed(path, rule === undefined ? difference.kind : `line ${rule.line} ${difference.kind}`))
        return;
      list(rule, differenceOf(difference));
    },
    note: (compared) => {
      const rule = ruleFor(compared.path, { kind: compared.kind });
      list(rule, { ...compared, severity: severityOf(compared) });
    },
    result: (alignments) => ({
      ok: true,
      differences,
      ignored,
      ...(omitted === 0 ? {} : { omitted }),
      overflow,
      alignments,
    }),
  };
}
