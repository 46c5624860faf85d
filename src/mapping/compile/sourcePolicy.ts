import { type Field, joinPath, knownWords } from '../../contract/field';
import { compileGuard } from '../../contract/valueGuard';
import type { Path } from '../yaml/yamlDocument';
import type { DateStyle } from '../codecs/dateCodec';
import type { Complaints } from '../yaml/complaints';
import type { LedgerAttribute } from './ledger';
import type { RuleEntry } from '../yaml/ruleEntry';
import type { Loss, MissingOutcome, Policy } from '../translate/translationRule';
import type { Source } from './sourcePath';
import { type Codec, knownOnly } from '../codecs/codec';

/** Working data for resolving the attributes of one file. */
export interface AttributeContext {
  readonly complaints: Complaints;
  readonly dates: DateStyle;
  /** True for a pair that does not use the contracts of the program. */
  readonly isOfOwnPair: boolean;
  /** Ledger lines, filled while resolving. */
  readonly ledger: LedgerAttribute[];
  /** v1 attributes made from each v2 path that a rule reads, filled while resolving. */
  readonly used: Map<string, string[]>;
  /** v2 lists whose elements rules read member by member, filled while resolving. */
  readonly opened: Set<string>;
  /** v2 paths whose rules take only the declared values, filled while resolving. */
  readonly closed: Set<string>;
}

/** One attribute rule while it is resolved: its position in the file, its v1 target and its v2 source. */
export interface RuleSubject {
  readonly entry: RuleEntry;
  readonly path: Path;
  readonly v1: Field;
  /** The v2 object that `entry.from` starts in, and its own path. It is empty at the root. */
  readonly v2: Field;
  readonly base: string;
  /** v1 path, e.g. `delivery_time.unit`, and its last name. */
  readonly attribute: string;
  readonly name: string;
}

/** Facts about a source; `needed` if nothing may ever replace a missing value. */
interface SourceFacts extends Pick<Source, 'nullable' | 'optional'> {
  readonly isNeeded: boolean;
}

/** Reads the class and reason of a rule that does more than read; reports missing ones. */
export function lossOf(
  { entry, path, attribute }: RuleSubject,
  { complaints }: AttributeContext,
  codec?: Codec,
): Loss | undefined {
  const { class: lossClass, reason } = entry;
  if (lossClass !== undefined && reason !== undefined) return { class: lossClass, reason };
  const isWritten = entry.default !== undefined || lossClass !== undefined || reason !== undefined;
  const isDue = isWritten || codec?.merges === true;
  if (isDue) {
    const message = `${attribute} is not simply read from v2, so it needs a class and a reason`;
    const hint = 'add `class: guessed` or `class: synthesized`, and `reason: ...`';
    complaints.reportKey(path, 'default-without-loss', message, hint);
  }
  return undefined;
}

/** Reports a default that v1 does not allow. */
export function checkDefault(
  { entry, path, v1, attribute }: RuleSubject,
  { complaints }: AttributeContext,
): void {
  if (entry.default === undefined) return;
  if (compileGuard({ ...v1, optional: false })(entry.default) === undefined) return;
  const message = `v1 promises ${v1.nullable ? 'null or ' : ''}${v1.kind} for ${attribute}, and the default is neither`;
  complaints.report([...path, 'default'], 'default-violates-contract', message);
}

/** The two ways in which a source can have no value, with the words that say what then becomes of the attribute. */
const missingStates = {
  onNull: { name: 'null', words: ['pass', 'omit'], fact: 'nullable' },
  onAbsent: { name: 'absent', words: ['omit'], fact: 'optional' },
} as const;

/** The state of an attribute that each word leads to, which v1 has to allow. */
const statesAfter = { pass: missingStates.onNull, omit: missingStates.onAbsent };

type StateKey = keyof typeof missingStates;

/** Reports an `onNull` or `onAbsent` whose case never comes, or whose result v1 does not allow. */
function reportNeedless(
  key: StateKey,
  { entry, path, attribute, v1 }: RuleSubject,
  source: SourceFacts,
  { complaints }: AttributeContext,
): void {
  const { name, fact } = missingStates[key];
  const stateAfter = statesAfter[entry[key] ?? 'omit'];
  if (!source[fact] && (source.isNeeded || key === 'onNull')) {
    const instead = source.isNeeded ? 'the answer is refused' : `${attribute} is null anyway`;
    const message = `when the source of ${attribute} is ${name}, ${instead}, so ${key} applies to nothing`;
    complaints.reportKey([...path, key], 'policy-unused', message, 'delete it');
  } else if (!v1[stateAfter.fact]) {
    const message = `v1 does not allow ${attribute} to be ${stateAfter.name}`;
    const hint = 'give a `default` with its class and reason';
    complaints.report([...path, key], 'policy-violates-contract', message, hint);
  }
}

/** Decides what becomes of a null or absent source; reports one that the rule says nothing about. */
function decideMissing(
  key: StateKey,
  subject: RuleSubject,
  source: SourceFacts,
  context: AttributeContext,
): MissingOutcome {
  const { entry, path, attribute, v1 } = subject;
  const { name, words, fact } = missingStates[key];
  const { [key]: written } = entry;
  if (written !== undefined) {
    reportNeedless(key, subject, source, context);
    return { kind: written };
  }
  if (entry.default !== undefined) return { kind: 'default', value: entry.default };
  if (source[fact]) {
    const ways = words.filter((word) => v1[statesAfter[word].fact]).map((word) => `\`${key}: ${word}\` or `);
    const hint = `add ${ways.join('')}a \`default\` with its class and reason`;
    context.complaints.reportKey(
      path,
      `${name}-unhandled`,
      `the source of ${attribute} may be ${name}`,
      hint,
    );
  }
  return source.isNeeded ? { kind: 'refuse' } : { kind: 'blank' };
}

/** Reports whether v1's contract rules out that null stands in. The shop's v1 shows null for what v2 lacks (observed). */
const isPromised = ({ entry, v1 }: RuleSubject, { isOfOwnPair }: AttributeContext): boolean =>
  isOfOwnPair && !v1.nullable && entry.default === undefined;

/** Reports a `required` or a default that applies to nothing, because something else decides. */
function checkRequired(subject: RuleSubject, source: SourceFacts, { complaints }: AttributeContext): void {
  const { entry, path, attribute } = subject;
  if (entry.required !== undefined && (source.isNeeded || entry.default !== undefined)) {
    const message = source.isNeeded
      ? `nothing ever stands in for ${attribute}, so required applies to nothing`
      : `the default stands in for ${attribute}, so required applies to nothing`;
    const hint = source.isNeeded ? 'delete it' : 'delete one of the two';
    complaints.reportKey([...path, 'required'], 'required-unused', message, hint);
  }
  if (entry.default === undefined || !source.isNeeded || source.nullable || source.optional) return;
  const message = `nothing ever stands in for ${attribute}, so the default applies to nothing`;
  complaints.reportKey([...path, 'default'], 'policy-unused', message, 'delete it, its class and its reason');
}

/** Decides the policy of a rule for an unreadable source value; reports a missing or superfluous declaration. */
export function missingPolicy(subject: RuleSubject, facts: SourceFacts, context: AttributeContext): Policy {
  const source = { ...facts, isNeeded: facts.isNeeded || isPromised(subject, context) };
  checkRequired(subject, source, context);
  const isNeeded = source.isNeeded || subject.entry.required === true;
  const decide = (key: StateKey) => decideMissing(key, subject, { ...source, isNeeded }, context);
  const [onNull, onAbsent] = [decide('onNull'), decide('onAbsent')];
  return { onNull, onAbsent, onMisfit: isNeeded ? { kind: 'refuse' } : onNull };
}

/** Reports a `drift` that applies to nothing: only values of a declared enumeration can be new and still fit. */
export function checkDrift(
  { entry, path, attribute }: RuleSubject,
  source: Source | undefined,
  { complaints }: AttributeContext,
): void {
  if (entry.drift === undefined || knownWords(source?.field) !== undefined) return;
  const message = `v2 declares no set of values for the source of ${attribute}, so drift applies to nothing`;
  const hint = 'delete it; `required: true` refuses a value that cannot be read';
  complaints.reportKey([...path, 'drift'], 'drift-unused', message, hint);
}

/** Returns the codec of a rule under its `drift`; with `fail` a value that v2 has not declared does not fit. */
export function resolveDrift(
  codec: Codec,
  subject: RuleSubject,
  source: Source,
  context: AttributeContext,
): Codec {
  const values = knownWords(source.field);
  if (subject.entry.drift !== 'fail' || values === undefined) return codec;
  for (const path of source.accounts) context.closed.add(joinPath(subject.base, path));
  return knownOnly(codec, values);
}

/** Reports declarations about a source that the rule does not have. */
export function checkSourceless(
  { entry, path, attribute }: RuleSubject,
  { complaints }: Pick<AttributeContext, 'complaints'>,
): void {
  const needless = (['codec', 'pick', 'each', 'onNull', 'onAbsent', 'required'] as const).filter(
    (key) => entry[key] !== undefined,
  );
  if (needless.length === 0) return;
  const message = `the rule of ${attribute} has no source in v2, so ${needless.join(' and ')} applies to nothing`;
  complaints.reportKey(
    path,
    'source-missing',
    message,
    entry.from === undefined ? 'add `from: ...`' : 'delete it',
  );
}
