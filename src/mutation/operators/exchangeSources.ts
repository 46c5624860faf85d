import type { DateStyle } from '../../translation/codecs/date';
import { canRead } from '../canRead';
import type { Mutant } from '../mutant';
import type { RuleSite } from '../ruleSite';
import { ruleGroups, type Subject } from '../subject';

function pairsOf(sites: readonly RuleSite[]): readonly (readonly [RuleSite, RuleSite])[] {
  return sites.flatMap((one, index) =>
    sites.slice(index + 1).map((other): readonly [RuleSite, RuleSite] => [one, other]),
  );
}

function exchanged([one, other]: readonly [RuleSite, RuleSite], dates: DateStyle): Mutant[] {
  const { end } = one;
  const [first, second] = [one.entry[end], other.entry[end]];
  if (first === undefined || second === undefined || first === second || one.scope !== other.scope) return [];
  if (!canRead(one, second, dates) || !canRead(other, first, dates)) return [];
  return [
    {
      what: `${first} and ${second} exchanged`,
      path: [...one.path, end],
      edits: [
        { path: [...one.path, end], value: second },
        { path: [...other.path, end], value: first },
      ],
    },
  ];
}

/** Each two rules of one object with their v2 paths exchanged, where the codecs allow it: every field is still read, so no account tells. */
export function exchangeSources(subject: Subject): readonly Mutant[] {
  const { dates } = subject.file;
  return ruleGroups(subject).flatMap((sites) => pairsOf(sites).flatMap((pair) => exchanged(pair, dates)));
}
