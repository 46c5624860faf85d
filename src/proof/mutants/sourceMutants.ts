import type { DateStyle } from '../../mapping/codecs/dateCodec';
import { canRead } from './ruleMutants';
import { type MappingEdit, type Mutant, mutantAt, type MutationSubject, type RuleSite } from './mutant';
import { memberEntries, parameterIn, parameterNames } from '../../mapping/yaml/ruleEntry';
import { usedByCalls } from '../../mapping/compile/calls/calledContracts';
import { leafPaths, type Source, sourceAt } from '../../mapping/compile/sourcePath';
import { joinPath } from '../../contract/field';

function exchanged(site1: RuleSite, site2: RuleSite, dates: DateStyle): readonly Mutant[] {
  const { end } = site1;
  const [source1, source2] = [site1.entry[end], site2.entry[end]];
  if (source1 === undefined || source2 === undefined || source1 === source2) return [];
  if (site1.scope !== site2.scope) return [];
  if (!canRead(site1, source2, dates) || !canRead(site2, source1, dates)) return [];
  const edits = [
    { path: [...site1.path, end], value: source2 },
    { path: [...site2.path, end], value: source1 },
  ];
  return [{ what: `${source1} and ${source2} exchanged`, path: [...site1.path, end], edits }];
}

/**
 * Exchanges the v2 paths of each two rules of one object, if the codecs allow it. Every field is still read, so the
 * start-up check for unread fields cannot notice it.
 */
export const exchangeSources = ({ file, groups }: MutationSubject): readonly Mutant[] =>
  groups.flatMap((sites) =>
    sites.flatMap((site1, index) =>
      sites.slice(index + 1).flatMap((site2) => exchanged(site1, site2, file.dates)),
    ),
  );

function accountedBy({ scope, base, entry }: RuleSite, from: string | undefined): readonly string[] {
  if (from === undefined || memberEntries(entry) !== undefined) return [];
  return sourceAt(scope, from)?.accounts.map((path) => joinPath(base, path)) ?? [];
}

/**
 * Rewrites the drops as the author of a redirected rule or of another id would. Otherwise the start-up check for unread
 * fields would notice every redirection, and the mutants would not test the fixtures.
 */
export function balancedDrops(
  { file, v2, attributes }: MutationSubject,
  redirection: { readonly site?: RuleSite; readonly to: string },
): MappingEdit {
  const { site: redirected, to } = redirection;
  const ofCalls = usedByCalls(file, v2).map(([path]) => path);
  const usedPaths = new Set([redirected === undefined ? to : file.envelope.id, ...ofCalls]);
  for (const site of attributes)
    for (const path of accountedBy(site, site === redirected ? to : site.entry.from)) usedPaths.add(path);
  const lists = attributes
    .filter(({ entry }) => entry.each !== undefined)
    .map(({ base, entry }) => joinPath(base, entry.from ?? ''));
  const unused = leafPaths(v2, '', new Set(lists)).filter((path) => !usedPaths.has(path));
  const drops = unused.map((path) => [path, file.drops?.[path] ?? 'not read any more']);
  return { path: ['drops'], value: Object.fromEntries(drops) };
}

/** Removes members of the rule that cannot apply to its new source, because it is always present. */
function balancedPolicy({ path, entry }: RuleSite, { nullable, optional }: Source): readonly MappingEdit[] {
  const mayLack = nullable || optional;
  const isNeeded = {
    onNull: nullable,
    onAbsent: optional,
    default: mayLack,
    class: mayLack,
    reason: mayLack,
  };
  return (['onNull', 'onAbsent', 'default', 'class', 'reason'] as const)
    .filter((key) => !isNeeded[key] && entry[key] !== undefined)
    .map((key) => ({ path: [...path, key] }));
}

/** Shows another parameter of a v1 path. */
export const swapParameter = ({ path, entry }: RuleSite, { file }: MutationSubject): readonly Mutant[] => {
  if (parameterIn(entry.from) === undefined) return [];
  const names = Object.values(file.operations).flatMap(({ v1 }) => parameterNames(v1));
  return [...new Set(names.map((name) => `{${name}}`))]
    .filter((from) => from !== entry.from)
    .map((from) => mutantAt(`from ${from} instead of ${entry.from ?? ''}`, [...path, 'from'], from));
};

/** Moves a rule to each other v2 path that its codec can read: fields of its object, and paths that other rules read. */
export function swapSource(site: RuleSite, subject: MutationSubject): readonly Mutant[] {
  const { path, entry, end, scope } = site;
  const sites = subject.groups.find((group) => group.includes(site)) ?? [];
  const sisters = sites.filter((sister) => sister.scope === scope);
  const writtenPaths = sisters.flatMap((sister) => sister.entry[end] ?? []);
  // The parts of a path in another order.
  const turned = writtenPaths.flatMap((path) =>
    path.replace(/[^.+]+(?:\+[^.+]+)+$/, (parts) => parts.split('+').toReversed().join('+')),
  );
  return [...new Set([...leafPaths(scope), ...writtenPaths, ...turned])]
    .filter((to) => to !== entry[end] && canRead(site, to, subject.file.dates))
    .map((to) => {
      const source = sourceAt(scope, to);
      const edits: MappingEdit[] = [{ path: [...path, end], value: to }];
      if (end === 'from' && source !== undefined) edits.push(...balancedPolicy(site, source));
      if (subject.attributes.includes(site)) edits.push(balancedDrops(subject, { site, to }));
      return { what: `${end} ${to} instead of ${entry[end] ?? 'nothing'}`, path: [...path, end], edits };
    });
}
