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

/** What v1 asks for in some cases only is data of the mapping, and held against what v1 promises. */
function checkPromised({ v1, requiredWhen = {}, path }: Spending, complaints: Complaints): void {
  for (const [name, { requiredWhen: condition }] of v1.members) {
    if (condition === undefined || requiredWhen[name] === condition) continue;
    const message = `v1 asks for ${name} when ${condition} is true, and nothing says so`;
    const hint = `add \`requiredWhen: { ${name}: ${condition} }\``;
    complaints.report(path, { code: 'condition-missing', message, hint, part: 'key' });
  }
  for (const name of Object.keys(requiredWhen)) {
    const field = v1.members.get(name);
    if (field === undefined || field.requiredWhen !== undefined) continue;
    const message = `v1 never makes ${name} depend on another member`;
    const at = [...path, 'requiredWhen', name];
    complaints.report(at, { code: 'condition-unknown', message, hint: 'delete it', part: 'key' });
  }
}

/** The members that need no rule: dropped with a reason, or part of the path. Complains of those that are none. */
export function checkSpent(spending: Spending, complaints: Complaints): ReadonlySet<string> {
  const { v1, fields, drops, feeds, path } = spending;
  checkConditions(spending, complaints);
  checkPromised(spending, complaints);
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
