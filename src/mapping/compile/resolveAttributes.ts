import { type Field, joinPath } from '../../contract/field';
import type { Json } from '../../contract/json';
import { definedMembers } from '../../contract/result';
import type { Complaints } from '../yaml/complaints';
import type { Path } from '../yaml/yamlDocument';
import { type Codec, same } from '../codecs/codec';
import { valueLines } from './ledger';
import { elementCodec } from '../translate/compileAttributes';
import type { AttributeRule, ElementRules } from '../translate/translationRule';
import {
  type AttributeContext,
  checkDefault,
  checkDrift,
  checkSourceless,
  lossOf,
  missingPolicy,
  resolveDrift,
  type RuleSubject,
} from './sourcePolicy';
import { chooseCodec, joinedElements } from './chooseCodec';
import { isGroup, parameterIn, type RuleEntry } from '../yaml/ruleEntry';
import { type Source, sourcePath } from './sourcePath';

/** Returns what an attribute without a source in v2 shows where nothing else stands in its place. */
function constantOf({ entry, v1 }: RuleSubject, parameter: string | undefined): Json | undefined {
  if (entry.default !== undefined || parameter === undefined) return entry.default;
  return v1.kind === 'integer' ? 1 : parameter;
}

/** Reports a parameter of the v1 path where none can stand. */
function checkParameter({ path, v1, attribute, base }: RuleSubject, { complaints }: AttributeContext): void {
  const isFree = v1.kind === 'integer' || (v1.kind === 'text' && v1.closed !== true);
  if (isFree && base === '') return;
  const message = isFree
    ? `${attribute} stands inside ${base}, and a parameter of the path beside what v2 answers`
    : `${attribute} is neither text nor an integer, and a parameter of the path is`;
  complaints.report([...path, 'from'], 'parameter-misfit', message);
}

/** Resolves an attribute that v2 does not make: a default, or a parameter of the v1 path. */
function resolveConstant(subject: RuleSubject, context: AttributeContext): AttributeRule | undefined {
  const { entry, path, attribute, name } = subject;
  const position = context.complaints.place(path);
  const parameter = parameterIn(entry.from);
  if (parameter !== undefined) checkParameter(subject, context);
  const loss = lossOf(subject, context);
  checkDefault(subject, context);
  const value = constantOf(subject, parameter);
  if (value === undefined) {
    const message = `the rule of ${attribute} has neither a source nor a default`;
    context.complaints.reportKey(path, 'rule-empty', message, 'add `from: ...`');
    return undefined;
  }
  if (loss === undefined && parameter === undefined) return undefined;
  const origin = parameter === undefined ? {} : { source: entry.from, codec: same.name };
  const line = {
    attribute,
    class: 'exact',
    ...loss,
    ...origin,
    default: entry.default,
    place: position,
  } as const;
  context.ledger.push(definedMembers(line));
  return { kind: 'constant', name, value, place: position, ...definedMembers({ loss, parameter }) };
}

/** Finds the v2 field that a rule reads, and notes its use; reports one that does not exist. */
function findSource(
  subject: RuleSubject,
  from: string,
  { complaints, used }: AttributeContext,
): Source | undefined {
  const source = sourcePath(subject.v2, from);
  if ('candidates' in source) {
    const message = `v2 has no ${joinPath(subject.base, from)}`;
    complaints.report([...subject.path, 'from'], 'source-unknown', message, [from, source.candidates]);
    return undefined;
  }
  for (const path of source.accounts) {
    const field = joinPath(subject.base, path);
    used.set(field, [...(used.get(field) ?? []), subject.attribute]);
  }
  return source;
}

/**
 * True if one of these members may not be replaced when it is missing: then the object or list around it is needed too.
 */
const hasNeededMember = (members: readonly AttributeRule[]): boolean =>
  members.some((rule) => {
    if (rule.kind === 'constant') return false;
    const isOfGroup = rule.kind === 'object' && rule.source.length === 0;
    return isOfGroup ? hasNeededMember(rule.members) : rule.onAbsent.kind === 'refuse';
  });

function resolveObject(
  subject: RuleSubject,
  source: Source,
  context: AttributeContext,
): AttributeRule | undefined {
  const { entry, path, v1, attribute, name } = subject;
  const inner = source.field;
  if (inner?.kind !== 'object' || v1.kind !== 'object') {
    const message = `${attribute} cannot be picked together: both sides must be objects`;
    context.complaints.reportKey([...path, 'pick'], 'pick-misfit', message);
    return undefined;
  }
  const members = resolveAttributes(
    { entries: entry.pick ?? {}, path: [...path, 'pick'], v1, v2: inner, prefix: attribute },
    joinPath(subject.base, entry.from ?? ''),
    context,
  );
  const isNeeded = isGroup(entry) || hasNeededMember(members);
  const policy = missingPolicy(subject, { ...source, isNeeded }, context);
  checkDefault(subject, context);
  lossOf(subject, context);
  const place = context.complaints.place(path);
  return { kind: 'object', name, source: source.steps, members, ...policy, place };
}

/** Resolves the rules of the elements of a list or map of objects, and makes their codec. */
function resolveEach(
  subject: RuleSubject,
  source: Source,
  context: AttributeContext,
): ElementRules | undefined {
  const { entry, path, v1, attribute, base } = subject;
  const elements = joinedElements(v1, source.field);
  if (elements === undefined) {
    const message = `${attribute} cannot be made element by element: both sides must be lists, or maps, of objects that are never null`;
    context.complaints.reportKey([...path, 'each'], 'each-misfit', message);
    return undefined;
  }
  const from = joinPath(base, entry.from ?? '');
  const written = { entries: entry.each ?? {}, path: [...path, 'each'], prefix: `${attribute}[]` };
  context.opened.add(from);
  return { ...elements, rules: resolveAttributes({ ...written, ...elements }, `${from}[]`, context) };
}

/** Finds the codec of a rule: the named one, or the one that its `each` makes. */
function codecOf(
  subject: RuleSubject,
  source: Source,
  context: AttributeContext,
): { readonly codec: Codec; readonly each?: ElementRules } | undefined {
  const { entry, path, v1 } = subject;
  if (entry.each !== undefined) {
    const each = resolveEach(subject, source, context);
    return each && { codec: elementCodec(each), each };
  }
  const codec = chooseCodec({ path, entry, v1, v2: source }, context.complaints, context.dates);
  return codec && { codec };
}

const isNeededValue = ({ field }: Source, elements: ElementRules | undefined): boolean =>
  field?.needed === true || hasNeededMember(elements?.rules ?? []);

function checkSecret({ path, v1, attribute }: RuleSubject, source: Source, complaints: Complaints): void {
  if (!source.secret || v1.secret) return;
  complaints.reportKey(path, 'secret-exposed', `${attribute} is not secret in v1, and its source is secret`);
}

/** Resolves a single value, or a list made element by element, and adds its ledger lines before those inside it. */
function resolveValue(
  subject: RuleSubject,
  source: Source,
  context: AttributeContext,
): AttributeRule | undefined {
  const lineIndex = context.ledger.length;
  const chosenCodec = codecOf(subject, source, context);
  const isNeeded = isNeededValue(source, chosenCodec?.each);
  const policy = missingPolicy(subject, { ...source, isNeeded }, context);
  checkDefault(subject, context);
  const loss = lossOf(subject, context, chosenCodec?.codec);
  checkSecret(subject, source, context.complaints);
  if (chosenCodec === undefined) return undefined;
  const place = context.complaints.place(subject.path);
  const madeValue = { codec: chosenCodec.codec, loss, ...policy, place };
  context.ledger.splice(lineIndex, 0, ...valueLines(subject, madeValue));
  const driftCodec = resolveDrift(chosenCodec.codec, subject, source, context);
  return {
    kind: 'value',
    name: subject.name,
    source: source.steps,
    ...policy,
    place,
    ...(driftCodec.takesOnly === undefined ? {} : { onMisfit: { kind: 'refuse' } }),
    // The rules of elements take each of their values separately.
    ...(chosenCodec.each === undefined && source.field ? { field: source.field } : {}),
    ...(loss && { loss }),
    ...chosenCodec,
    codec: driftCodec,
  };
}

/** Resolves one rule: a constant, a single value, or an object. */
function resolveRule(subject: RuleSubject, context: AttributeContext): AttributeRule | undefined {
  const { entry } = subject;
  if (parameterIn(entry.from) !== undefined || (entry.from === undefined && !isGroup(entry))) {
    checkSourceless(subject, context);
    checkDrift(subject, undefined, context);
    return resolveConstant(subject, context);
  }
  const source = findSource(subject, entry.from ?? '', context);
  if (source === undefined) return undefined;
  checkDrift(subject, source, context);
  return entry.pick === undefined
    ? resolveValue(subject, source, context)
    : resolveObject(subject, source, context);
}

/** The written rules for the members of one v1 object, and the two contract objects they join. */
interface AttributeSet {
  readonly entries: Readonly<Record<string, RuleEntry>>;
  readonly path: Path;
  readonly v1: Field & { readonly kind: 'object' };
  readonly v2: Field;
  /** v1 path of the object. It is empty at the root. */
  readonly prefix: string;
}

/**
 * Turns written attribute rules into rules that can be compiled, and checks each against both contracts: every v1
 * attribute has exactly one rule, every source exists, every codec fits, and null and absence are decided.
 */
export function resolveAttributes(
  set: AttributeSet,
  base: string,
  context: AttributeContext,
): AttributeRule[] {
  const { entries, path, v1, v2, prefix } = set;
  for (const name of v1.members.keys()) {
    if (Object.hasOwn(entries, name)) continue;
    const message = `v1 attribute ${joinPath(prefix, name)} has no rule`;
    context.complaints.reportKey(path, 'attribute-without-rule', message, `add \`${name}: ...\``);
  }
  return Object.entries(entries).flatMap(([name, entry]) => {
    const namePath = [...path, name];
    const attribute = joinPath(prefix, name);
    const field = v1.members.get(name);
    if (field === undefined) {
      const message = `v1 has no attribute ${attribute}`;
      context.complaints.reportKey(namePath, 'attribute-unknown', message, [name, v1.members.keys()]);
      return [];
    }
    const rule = resolveRule({ entry, path: namePath, v1: field, v2, base, attribute, name }, context);
    return rule === undefined ? [] : [rule];
  });
}
