import type { DateStyle } from '../../translation/codecs/date';
import { leafPaths, sourcePath, type Source } from '../../mapping/sourcePath';
import { balancedDrops } from '../balancedDrops';
import { canRead } from '../canRead';
import type { Edit, Mutant } from '../mutant';
import type { RuleSite } from '../ruleSite';
import { ruleGroups, type Subject } from '../subject';

/** v2 paths that the rule's codec can read as well: fields of its object, and what others read in free-form ones. */
function alternatives(site: RuleSite, sites: readonly RuleSite[], dates: DateStyle): readonly string[] {
  const { entry, end, scope } = site;
  const written = sites.filter((other) => other.scope === scope).flatMap((other) => other.entry[end] ?? []);
  const paths = new Set([...leafPaths(scope), ...written]);
  return [...paths].filter((path) => path !== entry[end] && canRead(site, path, dates));
}

/** Takes away what would apply to nothing once the rule reads a source that is always there. */
function balancedPolicy({ path, entry }: RuleSite, source: Source): Edit[] {
  const needless: readonly (readonly [keyof RuleSite['entry'], boolean])[] = [
    ['onNull', !source.nullable],
    ['onAbsent', !source.optional],
    ...(['default', 'class', 'reason'] as const).map(
      (key) => [key, !source.nullable && !source.optional] as const,
    ),
  ];
  return needless
    .filter(([key, is]) => is && entry[key] !== undefined)
    .map(([key]) => ({ path: [...path, key] }));
}

function swapped(subject: Subject, site: RuleSite, to: string): Mutant {
  const { path, entry, end, scope } = site;
  const source = sourcePath(scope, to);
  const reading = end === 'from' && !('candidates' in source);
  const accounted = subject.attributes.includes(site);
  return {
    what: `${end} ${to} instead of ${entry[end] ?? 'nothing'}`,
    path: [...path, end],
    edits: [
      { path: [...path, end], value: to },
      ...(reading ? balancedPolicy(site, source) : []),
      ...(accounted ? [balancedDrops(subject, [{ site, to }])] : []),
    ],
  };
}

/** Each rule on each other v2 field that its codec can take. */
export function swapSource(subject: Subject): readonly Mutant[] {
  const { dates } = subject.file;
  return ruleGroups(subject).flatMap((sites) =>
    sites.flatMap((site) => alternatives(site, sites, dates).map((to) => swapped(subject, site, to))),
  );
}
