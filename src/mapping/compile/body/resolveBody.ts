import { type Field, joinPath, pathNames } from '../../../contract/field';
import type { Path } from '../../yaml/yamlDocument';
import { type RuleEntry, isGroup } from '../../yaml/ruleEntry';
import { elementsWriter } from '../../translate/compileBody';
import { type BodyRule, partPaths } from '../../translate/translationRule';
import { areHalves } from '../../codecs/codecRegistry';
import { partOf } from '../../codecs/textCodecs';
import { chooseCodec, joinedElements } from '../chooseCodec';
import { type LedgerMember, memberLines } from '../ledger';
import { type Source, sourcePath } from '../sourcePath';
import {
  type BodyContext,
  type BodySet,
  checkHalf,
  checkNull,
  checkStandIn,
  reportUnfed,
} from './bodyPolicy';

/** Finds the v2 field that a rule writes, and notes that it is fed; reports unknown fields and those fed twice. */
function findTarget(entry: RuleEntry, path: Path, set: BodySet, context: BodyContext): Source | undefined {
  const to = entry.to ?? '';
  const target = sourcePath(set.v2, to);
  if ('candidates' in target) {
    const message = `a v2 request has no ${joinPath(set.base, to)}`;
    context.complaints.report([...path, 'to'], 'target-unknown', message, [to, target.candidates]);
    return undefined;
  }
  if (isGroup(entry)) return target;
  const name = joinPath(set.prefix, String(path.at(-1) ?? ''));
  for (const targetPath of partPaths(joinPath(set.base, to))) {
    const feedings = context.fed.get(targetPath) ?? [];
    const [feeding] = feedings;
    if (feeding !== undefined && (feedings.length > 1 || !areHalves(feeding.entry, entry)))
      context.complaints.reportKey(path, 'target-twice', `${targetPath} is fed by ${feeding.name} already`);
    context.fed.set(targetPath, [...feedings, { name, entry }]);
  }
  return target;
}

const nullAndDefault = ({ onNull, default: standIn }: RuleEntry) => ({
  ...(onNull === 'omit' ? { onNull } : {}),
  ...(standIn === undefined ? {} : { standIn }),
});

/** A member that is written as one value, with the facts of its rule. */
interface SingleMember {
  readonly entry: RuleEntry;
  readonly path: Path;
  readonly v1: Field;
  readonly target: Source;
  readonly exemptNames: BodySet['exemptNames'];
  readonly line: Pick<LedgerMember, 'member' | 'target' | 'place'>;
}

type PlacedTarget = Pick<BodyRule, 'name' | 'place' | 'target'>;

/** Resolves a member that is written as one value, or as parts of a joined one. */
function resolveSingleValue(member: SingleMember, placed: PlacedTarget, context: BodyContext): BodyRule[] {
  const { entry, path, v1, target, line } = member;
  if (entry.each !== undefined) return resolveElements(member, placed, context);
  const codec = chooseCodec({ path, entry, v1, v2: target }, context.complaints, context.dates);
  if (codec === undefined) return [];
  const [targets, placedTargets] = [partPaths(line.target), partPaths(placed.target.join('.'))];
  return targets.map((partTarget, index): BodyRule => {
    const partCodec = codec.inParts === undefined ? codec : partOf(codec, index, targets.length);
    context.ledger.push(...memberLines({ ...line, target: partTarget }, partCodec, entry, v1));
    const target = (placedTargets[index] ?? partTarget).split('.');
    return { kind: 'value', ...placed, target, ...nullAndDefault(entry), codec: partCodec };
  });
}

/** Resolves a list or map of objects that is written element by element. */
function resolveElements(
  { entry, path, v1, target, line, exemptNames }: SingleMember,
  placed: PlacedTarget,
  context: BodyContext,
): BodyRule[] {
  const elementRules = joinedElements(v1, target.field);
  if (elementRules === undefined) {
    const message = `${line.member} cannot be written element by element: both sides must be lists, or maps, of objects that are never null`;
    context.complaints.reportKey([...path, 'each'], 'each-misfit', message);
    return [];
  }
  const [prefix, base] = [`${line.member}[]`, `${line.target}[]`];
  const set = {
    entries: entry.each ?? {},
    path: [...path, 'each'],
    ...elementRules,
    prefix,
    base,
    exemptNames,
  };
  const codec = elementsWriter([], elementRules.keyed);
  context.ledger.push(...memberLines(line, codec, entry));
  const each = resolveMembers({ ...set, depth: base.split('.').length }, context);
  return [
    {
      kind: 'value',
      ...placed,
      ...nullAndDefault(entry),
      codec: elementsWriter(each, elementRules.keyed),
      each,
    },
  ];
}

/** Resolves the rule of one v1 member, and checks null, absence and defaults against both contracts. */
function resolveMember(name: string, entry: RuleEntry, set: BodySet, context: BodyContext): BodyRule[] {
  const path = [...set.path, name];
  const v1 = set.v1.members.get(name);
  if (v1 === undefined) {
    const message = `a v1 request has no ${joinPath(set.prefix, name)}`;
    context.complaints.reportKey(path, 'body-field-unknown', message, [name, set.v1.members.keys()]);
    return [];
  }
  const target = findTarget(entry, path, set, context);
  if (target === undefined) return [];
  checkNull(entry, path, v1, target, context);
  checkStandIn(entry, path, target.kind === 'parts' ? v1 : target.field, context);
  checkHalf(entry, path, v1, set, context);
  const base = joinPath(set.base, entry.to ?? '');
  const placed = { name, place: context.complaints.place(path), target: pathNames(base).slice(set.depth) };
  if (entry.pick === undefined) {
    const line = { member: joinPath(set.prefix, name), target: base, place: placed.place };
    const { exemptNames } = set;
    return resolveSingleValue({ entry, path, v1, target, line, exemptNames }, placed, context);
  }
  if (v1.kind !== 'object' || target.field?.kind !== 'object') {
    const message = `${name} cannot be picked apart: both sides must be objects`;
    context.complaints.reportKey([...path, 'pick'], 'pick-misfit', message);
    return [];
  }
  const inner = { entries: entry.pick, path: [...path, 'pick'], v1, v2: target.field };
  const members = resolveMembers(
    { ...set, ...inner, prefix: joinPath(set.prefix, name), base },
    context,
    isGroup(entry),
  );
  return [{ kind: 'object', ...placed, ...(entry.onNull === 'omit' ? { onNull: 'omit' } : {}), members }];
}

/** Resolves the members of a v1 object; what a group does not write of its v2 object, others do. */
function resolveMembers(set: BodySet, context: BodyContext, isOfGroup = false): BodyRule[] {
  for (const name of set.v1.members.keys()) {
    const member = joinPath(set.prefix, name);
    if (Object.hasOwn(set.entries, name) || set.exemptNames.has(member)) continue;
    const message = `v1 request field ${member} has no rule`;
    context.complaints.reportKey(set.path, 'body-field-without-rule', message);
  }
  const rules = Object.entries(set.entries).flatMap(([name, entry]) =>
    resolveMember(name, entry, set, context),
  );
  // What is wrong with a line comes before what is missing without it.
  if (!isOfGroup) reportUnfed(set, context);
  return rules;
}

/** The rules of one request body, and their ledger lines. */
interface ResolvedBody {
  readonly rules: readonly BodyRule[];
  readonly ledger: readonly Omit<LedgerMember, 'operation'>[];
}

/** Turns written body rules into rules that can be compiled, checking each against both request contracts. */
export function resolveBody(
  set: Pick<BodySet, 'entries' | 'path' | 'v1' | 'v2' | 'exemptNames'>,
  { complaints, dates, creates }: Pick<BodyContext, 'complaints' | 'dates' | 'creates'>,
): ResolvedBody {
  const context: BodyContext = { complaints, dates, creates, fed: new Map(), ledger: [] };
  const rules = resolveMembers({ ...set, prefix: '', base: '', depth: 0 }, context);
  return { rules, ledger: context.ledger };
}
