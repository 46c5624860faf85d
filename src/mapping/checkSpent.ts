import type { Path } from '../document/document';
import { didYouMean } from '../document/didYouMean';
import type { Complaints } from './complaints';
import type { ObjectField } from './contractNamed';
import type { BodyEntry } from './mappingFile';
import type { BodyFeed } from './resolvePath';

/** What a body says of its members beside the rules. */
interface Spending {
  readonly v1: ObjectField;
  readonly fields: NonNullable<BodyEntry['fields']>;
  readonly drops: Readonly<Record<string, string>>;
  readonly requiredWhen: BodyEntry['requiredWhen'];
  readonly feeds: readonly BodyFeed[];
  readonly path: Path;
}

function checkConditions({ v1, requiredWhen = {}, path }: Spending, complaints: Complaints): void {
  for (const [name, condition] of Object.entries(requiredWhen)) {
    const at = [...path, 'requiredWhen', name];
    if (!v1.members.has(name)) {
      const hint = didYouMean(name, v1.members.keys());
      const message = `a v1 request has no ${name}`;
      complaints.report(at, { code: 'body-field-unknown', message, hint, part: 'key' });
    } else if (v1.members.get(condition)?.kind !== 'boolean') {
      const hint = didYouMean(condition, v1.members.keys());
      const message = `a v1 request has no ${condition} that is true or false`;
      complaints.report(at, { code: 'body-field-unknown', message, hint });
    }
  }
}

/** The members that need no rule: dropped with a reason, or part of the path. Complains of those that are none. */
export function checkSpent(spending: Spending, complaints: Complaints): ReadonlySet<string> {
  const { v1, fields, drops, feeds, path } = spending;
  checkConditions(spending, complaints);
  for (const name of Object.keys(drops)) {
    const at = [...path, 'drops', name];
    if (!v1.members.has(name)) {
      const hint = didYouMean(name, v1.members.keys());
      const message = `a v1 request has no ${name}`;
      complaints.report(at, { code: 'drop-unknown', message, hint, part: 'key' });
    } else if (Object.hasOwn(fields, name)) {
      const message = `${name} is dropped here and has a rule`;
      complaints.report(at, { code: 'dropped-and-used', message, hint: 'delete this line', part: 'key' });
    }
  }
  return new Set([...Object.keys(drops), ...feeds.map(({ member }) => member)]);
}
