import { type Field, joinPath } from '../../contract/field';
import { compileGuard } from '../../contract/valueGuard';
import type { Path } from '../yaml/yamlDocument';
import type { Complaints } from '../yaml/complaints';
import type { RuleEntry } from '../yaml/ruleEntry';
import type { DateStyle } from '../codecs/dateCodec';
import { writtenElements } from '../translate/compileBody';
import { type BodyRule, partPaths } from '../translate/translationRule';
import { areHalves, splittingOf } from '../codecs/codecRegistry';
import { partOf } from '../codecs/textCodecs';
import { chooseCodec, joinedElements } from './chooseCodec';
import { type LedgerMember, memberLines } from './ledger';
import { type Source, sourcePath } from './sourcePath';

/** Checks a default in a request body: it needs class and reason, fits v2, and is allowed only in a creation. */
function checkStandIn(
  entry: RuleEntry,
  path: Path,
  field: Field | undefined,
  { complaints, creates }: BodyContext,
): void {
  const { default: standIn, class: lossClass, reason } = entry;
  const partCount = [standIn, lossClass, reason].filter((word) => word !== undefined).length;
  if (partCount !== 0 && partCount !== 3) {
    const message = 'what v2 is sent without the client having sent it needs a default, a class and a reason';
    complaints.reportKey(path, 'default-without-loss', message);
  }
  if (standIn === undefined) return;
  if (!creates) {
    const message = 'an update changes only what the client sent';
    complaints.reportKey([...path, 'default'], 'default-on-update', message, 'defaults are for POST and PUT');
  } else if (field !== undefined && compileGuard({ ...field, optional: false })(standIn) !== undefined) {
    const message = `v2 takes ${field.kind} here, and the default is none`;
    complaints.reportKey([...path, 'default'], 'default-violates-contract', message);
  }
}

/** Working data of resolveBody for one request body. */
interface BodyContext {
  readonly complaints: Complaints;
  readonly dates: DateStyle;
  /** True if the request creates a resource: only then may it have defaults. */
  readonly creates: boolean;
  /** The v1 paths that feed each v2 path, with their rules, filled while resolving. */
  readonly fed: Map<string, readonly { readonly name: string; readonly entry: RuleEntry }[]>;
  /** Ledger lines of one operation, filled while resolving. */
  readonly ledger: Omit<LedgerMember, 'operation'>[];
}

/** The written rules for the members of one v1 request object. */
interface BodySet {
  readonly entries: Readonly<Record<string, RuleEntry>>;
  readonly path: Path;
  readonly v1: Field & { readonly kind: 'object' };
  readonly v2: Field;
  readonly prefix: string;
  readonly base: string;
  /** Count of names in the v2 path of the element around these members; 0 for a body. */
  readonly depth: number;
  /** Members that need no rule here: dropped with a reason, or part of the path. */
  readonly spent: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

function findTarget(entry: RuleEntry, path: Path, set: BodySet, context: BodyContext): Source | undefined {
  const to = entry.to ?? '';
  const target = sourcePath(set.v2, to);
  if ('candidates' in target) {
    const message = `a v2 request has no ${joinPath(set.base, to)}`;
    context.complaints.report([...path, 'to'], 'target-unknown', message, [to, target.candidates]);
    return undefined;
  }
  const name = joinPath(set.prefix, String(path.at(-1) ?? ''));
  for (const at of partPaths(joinPath(set.base, to))) {
    const feedings = context.fed.get(at) ?? [];
    const [feeding] = feedings;
    if (feeding !== undefined && (feedings.length > 1 || !areHalves(feeding.entry, entry)))
      context.complaints.reportKey(path, 'target-twice', `${at} is fed by ${feeding.name} already`);
    context.fed.set(at, [...feedings, { name, entry }]);
  }
  return target;
}

/** Checks that both parts of a v2 text are sent, and that no client may send one of them alone. */
function checkHalf(entry: RuleEntry, path: Path, v1: Field, set: BodySet, { complaints }: BodyContext): void {
  const half = splittingOf(entry.codec);
  if (half === undefined) return;
  const { to = '' } = entry;
  const isWhole = Object.values(set.entries).some((sister) => sister.to === to && areHalves(entry, sister));
  if (!isWhole) {
    const [take, name] = half.take === 'first' ? ['rest', 'the rest'] : ['first', 'the first part'];
    const hint = `add a member with \`to: ${to}\` and \`split: { by: ${JSON.stringify(half.by)}, take: ${take} }\``;
    complaints.reportKey(path, 'target-unfed', `nothing sends ${name} of ${joinPath(set.base, to)}`, hint);
  }
  if ((v1.optional || v1.nullable) && entry.default === undefined) {
    const message = `v1 may leave out one part of ${joinPath(set.base, to)}, and v2 has no place for the other alone`;
    complaints.reportKey(path, 'absent-unhandled', message, 'name both parts under `drops`, with the reason');
  }
}

function checkNull(
  entry: RuleEntry,
  path: Path,
  v1: Field,
  target: Source,
  { complaints }: BodyContext,
): void {
  if (entry.onNull === undefined && entry.default === undefined && v1.nullable) {
    const message = 'a v1 client may send null here';
    complaints.reportKey(path, 'null-unhandled', message, 'add `onNull: pass` or `onNull: omit`');
  }
  if (entry.onNull !== undefined && !v1.nullable) {
    const message = 'v1 never takes null here, so onNull applies to nothing';
    complaints.reportKey([...path, 'onNull'], 'policy-unused', message, 'delete it');
  }
  if (entry.onNull === 'pass' && !target.nullable) {
    complaints.report([...path, 'onNull'], 'policy-violates-contract', 'v2 does not take null here');
  }
}

const written = ({ onNull, default: standIn }: RuleEntry) => ({
  ...(onNull === 'omit' ? { onNull } : {}),
  ...(standIn === undefined ? {} : { standIn }),
});

/** A member that is written as one value, with the facts of its rule. */
interface WholeMember {
  readonly entry: RuleEntry;
  readonly path: Path;
  readonly v1: Field;
  readonly target: Source;
  readonly line: Pick<LedgerMember, 'member' | 'target' | 'place'>;
}

type Placed = Pick<BodyRule, 'name' | 'place' | 'target'>;

function resolveWhole(member: WholeMember, placed: Placed, context: BodyContext): BodyRule[] {
  const { entry, path, v1, target, line } = member;
  if (entry.each !== undefined) return resolveElements(member, placed, context);
  const codec = chooseCodec({ path, entry, v1, v2: target }, context.complaints, context.dates);
  if (codec === undefined) return [];
  const [targets, placedTargets] = [partPaths(line.target), partPaths(placed.target.join('.'))];
  return targets.map((part, at): BodyRule => {
    const partCodec = codec.inParts === undefined ? codec : partOf(codec, at, targets.length);
    context.ledger.push(...memberLines({ ...line, target: part }, partCodec, entry, v1));
    const target = (placedTargets[at] ?? part).split('.');
    return { kind: 'value', ...placed, target, ...written(entry), codec: partCodec };
  });
}

/** Resolves a list or map of objects that is written element by element. */
function resolveElements(
  { entry, path, v1, target, line }: WholeMember,
  placed: Placed,
  context: BodyContext,
): BodyRule[] {
  const joined = joinedElements(v1, target.field);
  if (joined === undefined) {
    const message = `${line.member} cannot be written element by element: both sides must be lists, or maps, of objects that are never null`;
    context.complaints.reportKey([...path, 'each'], 'each-misfit', message);
    return [];
  }
  const [prefix, base] = [`${line.member}[]`, `${line.target}[]`];
  const set = { entries: entry.each ?? {}, path: [...path, 'each'], ...joined, prefix, base, spent: NONE };
  const codec = writtenElements([], joined.keyed);
  context.ledger.push(...memberLines(line, codec, entry));
  const each = resolveMembers({ ...set, depth: base.split('.').length }, context);
  return [{ kind: 'value', ...placed, ...written(entry), codec: writtenElements(each, joined.keyed), each }];
}

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
  const placed = { name, place: context.complaints.place(path), target: base.split('.').slice(set.depth) };
  if (entry.pick === undefined) {
    const line = { member: joinPath(set.prefix, name), target: base, place: placed.place };
    return resolveWhole({ entry, path, v1, target, line }, placed, context);
  }
  if (v1.kind !== 'object' || target.field?.kind !== 'object') {
    const message = `${name} cannot be picked apart: both sides must be objects`;
    context.complaints.reportKey([...path, 'pick'], 'pick-misfit', message);
    return [];
  }
  const inner = { entries: entry.pick, path: [...path, 'pick'], v1, v2: target.field };
  const members = resolveMembers(
    { ...inner, prefix: joinPath(set.prefix, name), base, depth: set.depth, spent: NONE },
    context,
  );
  return [{ kind: 'object', ...placed, ...(entry.onNull === 'omit' ? { onNull: 'omit' } : {}), members }];
}

function resolveMembers(set: BodySet, context: BodyContext): BodyRule[] {
  for (const name of set.v1.members.keys()) {
    if (Object.hasOwn(set.entries, name) || set.spent.has(name)) continue;
    const message = `v1 request field ${joinPath(set.prefix, name)} has no rule`;
    context.complaints.reportKey(set.path, 'body-field-without-rule', message);
  }
  if (set.v2.kind === 'object') reportUnfed(set.v2, set, context);
  return Object.entries(set.entries).flatMap(([name, entry]) => resolveMember(name, entry, set, context));
}

function reportUnfed(v2: Field & { kind: 'object' }, set: BodySet, { complaints }: BodyContext): void {
  const feeds = new Map(
    Object.entries(set.entries).flatMap(([name, entry]) =>
      partPaths(entry.to ?? '').map((path) => [path, { name, entry }] as const),
    ),
  );
  for (const [name, member] of v2.members) {
    if (member.optional) continue;
    const feed = feeds.get(name);
    const required = joinPath(set.base, name);
    if (feed === undefined) {
      complaints.reportKey(set.path, 'target-unfed', `v2 requires ${required}, and nothing feeds it`);
    } else if (set.v1.members.get(feed.name)?.optional === true && feed.entry.default === undefined) {
      const at = [...set.path, feed.name];
      const message = `v2 requires ${required}, and a v1 client may leave it out`;
      complaints.reportKey(at, 'absent-unhandled', message, 'add a `default` with its class and reason');
    }
  }
}

/** The rules of one request body, and their ledger lines. */
interface ResolvedBody {
  readonly rules: readonly BodyRule[];
  readonly ledger: readonly Omit<LedgerMember, 'operation'>[];
}

/** Turns written body rules into rules that can be compiled, checking each against both request contracts. */
export function resolveBody(
  set: Pick<BodySet, 'entries' | 'path' | 'v1' | 'v2' | 'spent'>,
  { complaints, dates, creates }: Pick<BodyContext, 'complaints' | 'dates' | 'creates'>,
): ResolvedBody {
  const context: BodyContext = { complaints, dates, creates, fed: new Map(), ledger: [] };
  const rules = resolveMembers({ ...set, prefix: '', base: '', depth: 0 }, context);
  return { rules, ledger: context.ledger };
}
