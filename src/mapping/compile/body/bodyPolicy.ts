import { type Field, joinPath, pathNames } from '../../../contract/field';
import { compileGuard } from '../../../contract/valueGuard';
import type { Path } from '../../yaml/yamlDocument';
import { type Complaints, didYouMean } from '../../yaml/complaints';
import type { BodyEntry } from '../../yaml/mappingFile';
import { isGroup, memberEntries, type RuleEntry } from '../../yaml/ruleEntry';
import type { DateStyle } from '../../codecs/dateCodec';
import { partPaths } from '../../translate/translationRule';
import { areHalves, splittingOf } from '../../codecs/codecRegistry';
import type { LedgerMember } from '../ledger';
import { type Source, sourceAt, sourcePath } from '../sourcePath';

/** Working data of resolveBody for one request body. */
export interface BodyContext {
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
export interface BodySet {
  readonly entries: Readonly<Record<string, RuleEntry>>;
  readonly path: Path;
  readonly v1: Field & { readonly kind: 'object' };
  readonly v2: Field;
  readonly prefix: string;
  readonly base: string;
  /** Count of names in the v2 path of the element around these members; 0 for a body. */
  readonly depth: number;
  /** v1 paths of members that need no rule: dropped with a reason, or part of the path. */
  readonly exemptNames: ReadonlySet<string>;
}

/** Checks a default in a request body: it needs class and reason, fits v2, and is allowed only in a creation. */
export function checkStandIn(
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

/** Checks that both parts of a v2 text are sent, and that no client may send one of them alone. */
export function checkHalf(
  entry: RuleEntry,
  path: Path,
  v1: Field,
  set: BodySet,
  { complaints }: BodyContext,
): void {
  const half = splittingOf(entry.codec);
  if (half === undefined) return;
  const { to = '' } = entry;
  const hasOtherHalf = Object.values(set.entries).some((other) => other.to === to && areHalves(entry, other));
  if (!hasOtherHalf) {
    const [take, name] = half.take === 'first' ? ['rest', 'the rest'] : ['first', 'the first part'];
    const hint = `add a member with \`to: ${to}\` and \`split: { by: ${JSON.stringify(half.by)}, take: ${take} }\``;
    complaints.reportKey(path, 'target-unfed', `nothing sends ${name} of ${joinPath(set.base, to)}`, hint);
  }
  if ((v1.optional || v1.nullable) && entry.default === undefined) {
    const message = `v1 may leave out one part of ${joinPath(set.base, to)}, and v2 has no place for the other alone`;
    complaints.reportKey(path, 'absent-unhandled', message, 'name both parts under `drops`, with the reason');
  }
}

/** Checks that a null of the client has a declared end, and that no other does. */
export function checkNull(
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

/** One member that writes into a v2 object. */
interface Feed {
  readonly entry: RuleEntry;
  readonly path: Path;
  /** True if a client may leave it out, or an object around it. */
  readonly mayLack: boolean;
}

/** Lists the members that write into one v2 object; those of a group, too, stand among them. */
export const feedsOf = ({ entries, path, v1 }: Pick<BodySet, 'entries' | 'path' | 'v1'>): readonly Feed[] =>
  Object.entries(entries).flatMap(([name, entry]) => {
    const field = v1.members.get(name);
    const ownPath = [...path, name];
    if (!isGroup(entry)) return [{ entry, path: ownPath, mayLack: field?.optional === true }];
    if (field?.kind !== 'object') return [];
    const inner = feedsOf({ entries: entry.pick ?? {}, path: [...ownPath, 'pick'], v1: field });
    return inner.map((feed) => ({ ...feed, mayLack: feed.mayLack || field.optional || field.nullable }));
  });

/** One v2 path that a member writes. */
interface FedPath extends Feed {
  readonly target: string;
}

/** Reports a v2 member that nothing feeds, unless a line that leads nowhere means it: then that line is the cause. */
function reportLack(name: string, set: BodySet, lostPaths: readonly string[], complaints: Complaints): void {
  if (lostPaths.some((path) => didYouMean(path, [name]) !== undefined)) return;
  const message = `v2 requires ${joinPath(set.base, name)}, and nothing feeds it`;
  complaints.reportKey(set.path, 'target-unfed', message);
}

/** Finds the member without which a required v2 member is missing. Returns undefined if one is always there. */
function lackingFeed(name: string, field: Field, feeds: readonly FedPath[]): FedPath | undefined {
  const ownFeed = feeds.findLast(({ target }) => target === name);
  // Of an object with required members, these are checked one by one.
  const isChecked = field.kind === 'object' && [...field.members.values()].some((member) => !member.optional);
  const innerFeeds = isChecked ? [] : feeds.filter(({ target }) => target.startsWith(`${name}.`));
  const writers = ownFeed === undefined ? innerFeeds : [ownFeed];
  const isCertain = writers.some(({ entry, mayLack }) => !mayLack || entry.default !== undefined);
  return isCertain ? undefined : writers[0];
}

/** Reports members that v2 requires, and that nothing feeds, or not always; those of objects by their own lines, too. */
export function reportUnfed(set: BodySet, { complaints }: BodyContext): void {
  const feeds = feedsOf(set).flatMap((feed) =>
    partPaths(feed.entry.to ?? '').map((target): FedPath => ({ ...feed, target })),
  );
  const lostPaths = feeds.flatMap(({ target }) => (sourceAt(set.v2, target) === undefined ? target : []));
  const reportIn = (field: Field, base: string): void => {
    if (field.kind !== 'object') return;
    for (const [member, inner] of field.members) {
      if (inner.optional) continue;
      const name = joinPath(base, member);
      const lacking = lackingFeed(name, inner, feeds);
      const isFed = feeds.some(({ target }) => target === name);
      if (lacking !== undefined) {
        const message = `v2 requires ${joinPath(set.base, name)}, and a v1 client may leave it out`;
        const hint = 'add a `default` with its class and reason';
        complaints.reportKey(lacking.path, 'absent-unhandled', message, hint);
      } else if (!isFed && feeds.some(({ target }) => target.startsWith(`${name}.`))) reportIn(inner, name);
      else if (!isFed) reportLack(name, set, lostPaths, complaints);
    }
  };
  reportIn(set.v2, '');
}

/** Finds the member whose rule sends a member: itself, or one around it. Returns undefined if none does. */
function senderOf(path: string, fields: BodySet['entries']): string | undefined {
  let entries = fields;
  let sender = '';
  for (const name of pathNames(path)) {
    const ownName = name.replace(/\[\]$/, '');
    const entry = Object.hasOwn(entries, ownName) ? entries[ownName] : undefined;
    if (entry === undefined) return undefined;
    sender = joinPath(sender, name);
    const inner = memberEntries(entry);
    if (inner === undefined) break;
    entries = inner;
  }
  return sender;
}

/** Checks that the request has each dropped member, and that nothing sends it. */
export function checkDroppedMembers(
  { v1, fields = {}, drops = {}, path }: Pick<BodySet, 'v1' | 'path'> & Pick<BodyEntry, 'fields' | 'drops'>,
  complaints: Complaints,
): void {
  for (const name of Object.keys(drops)) {
    const at = [...path, 'drops', name];
    const member = sourcePath(v1, name);
    const sender = senderOf(name, fields);
    if ('candidates' in member || member.field === undefined) {
      const candidates = 'candidates' in member ? member.candidates : member.accounts;
      complaints.reportKey(at, 'drop-unknown', `a v1 request has no ${name}`, [name, candidates]);
    } else if (sender !== undefined) {
      const what = sender === name ? 'has a rule' : `goes on with ${sender}`;
      complaints.reportKey(at, 'dropped-and-used', `${name} is dropped here and ${what}`, 'delete this line');
    }
  }
}
