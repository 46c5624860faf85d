import type { DateStyle } from '../../mapping/codecs/dateCodec';
import { canRead } from './codecMutants';
import { type MappingEdit, type Mutant, type MutationSubject, ruleGroups, type RuleSite } from './mutant';
import { memberEntries } from '../../mapping/yaml/ruleEntry';
import { leafPaths, type Source, sourcePath } from '../../mapping/compile/sourcePath';
import { joinPath } from '../../contract/field';

function pairsOf(sites: readonly RuleSite[]): readonly (readonly [RuleSite, RuleSite])[] {
  return sites.flatMap((site1, index) =>
    sites.slice(index + 1).map((site2): readonly [RuleSite, RuleSite] => [site1, site2]),
  );
}

function exchanged([site1, site2]: readonly [RuleSite, RuleSite], dates: DateStyle): Mutant[] {
  const { end } = site1;
  const [source1, second] = [site1.entry[end], site2.entry[end]];
  if (source1 === undefined || second === undefined || source1 === second || site1.scope !== site2.scope)
    return [];
  if (!canRead(site1, second, dates) || !canRead(site2, source1, dates)) return [];
  return [
    {
      what: `${source1} and ${second} exchanged`,
      path: [...site1.path, end],
      edits: [
        { path: [...site1.path, end], value: second },
        { path: [...site2.path, end], value: source1 },
      ],
    },
  ];
}

/**
 * Exchanges the v2 paths of each two rules of one object, if the codecs allow it. Every field is still read, so the
 * start-up check for unread fields cannot notice it.
 */
export function exchangeSources(subject: MutationSubject): readonly Mutant[] {
  const { dates } = subject.file;
  return ruleGroups(subject).flatMap((sites) => pairsOf(sites).flatMap((pair) => exchanged(pair, dates)));
}

/** A rule and its new v2 path, relative to the object in which its path starts. */
interface Redirection {
  readonly site: MutationSubject['attributes'][number];
  readonly to: string;
}

function accountedBy(site: Redirection['site'], from: string | undefined): string[] {
  if (from === undefined || memberEntries(site.entry) !== undefined) return [];
  const source = sourcePath(site.scope, from);
  return 'candidates' in source ? [] : [joinPath(site.base, source.accounts)];
}

/**
 * Rewrites the drops as the author of the redirected rules would. Otherwise the start-up check for unread fields
 * would notice every redirection, and the mutants would not test the fixtures.
 */
export function balancedDrops(
  { file, v2, attributes }: MutationSubject,
  redirections: readonly Redirection[],
  id = file.envelope.id,
): MappingEdit {
  const used = new Set([id]);
  for (const site of attributes) {
    const redirected = redirections.find((redirection) => redirection.site === site);
    for (const path of accountedBy(site, redirected?.to ?? site.entry.from)) used.add(path);
  }
  const lists = attributes.flatMap(({ base, entry }) =>
    entry.each === undefined ? [] : [joinPath(base, entry.from ?? '')],
  );
  const unused = leafPaths(v2, '', new Set(lists)).filter((path) => !used.has(path));
  const drops = unused.map((path) => [path, file.drops?.[path] ?? 'not read any more']);
  return { path: ['drops'], value: Object.fromEntries(drops) };
}

/** Lists other v2 paths that the rule's codec can read: fields of its object, and paths that other rules read. */
function alternatives(site: RuleSite, sites: readonly RuleSite[], dates: DateStyle): readonly string[] {
  const { entry, end, scope } = site;
  const written = sites.filter((site) => site.scope === scope).flatMap((site) => site.entry[end] ?? []);
  const paths = new Set([...leafPaths(scope), ...written]);
  return [...paths].filter((path) => path !== entry[end] && canRead(site, path, dates));
}

/** Removes members of the rule that cannot apply to its new source, because it is always present. */
function balancedPolicy({ path, entry }: RuleSite, source: Source): MappingEdit[] {
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

function swapped(subject: MutationSubject, site: RuleSite, to: string): Mutant {
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

/** Moves each rule to each other v2 field that its codec can read. */
export function swapSource(subject: MutationSubject): readonly Mutant[] {
  const { dates } = subject.file;
  return ruleGroups(subject).flatMap((sites) =>
    sites.flatMap((site) => alternatives(site, sites, dates).map((to) => swapped(subject, site, to))),
  );
}
