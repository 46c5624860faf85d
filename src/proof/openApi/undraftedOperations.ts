import { parameterNames } from '../../mapping/yaml/ruleEntry';
import { didYouMean } from '../../mapping/yaml/complaints';
import type { DescribedResource } from './describedResources';
import { haveSameParameters, singular } from './draftRoute';
import type { DescribedOperation } from './openApiFile';

const KINDS = ['list', 'create', 'read', 'update', 'remove'] as const;

const braced = (path: string): string =>
  parameterNames(path)
    .map((name) => `{${name}}`)
    .join(', ') || 'none';

/** Says why two operations of one kind are not drafted. */
function unlikeReason(kind: (typeof KINDS)[number], v1: DescribedOperation, v2: DescribedOperation): string {
  if (!haveSameParameters(v1, v2))
    return `parameters of the path are ${braced(v1.path)} in v1, and ${braced(v2.path)} in v2`;
  const reasons: Partial<Record<typeof kind, string>> = {
    list: 'lists are drafted where both APIs take a page, an offset or a cursor, and a size',
    remove: 'v1 answers with a body, which `answer:` has to describe',
    read: 'another path of this name is drafted',
  };
  return reasons[kind] ?? 'not both APIs describe its body';
}

/** Says why an operation is not drafted that belongs to no resource, and what to do. */
const unreadReason = ({ method, path, success: { schema } }: DescribedOperation): string =>
  method === 'GET' && schema !== undefined && parameterNames(path).length === 0
    ? 'it shows no object with an id: describe it by hand, with `answer:`, or with `list:` where it is a list'
    : 'drafted is what GET reads by an id at the end of a path, its list, and its changes';

/** Says why an operation of v1 is not drafted. */
export function undraftedReason(
  operation: DescribedOperation,
  resources: Readonly<Record<'v1' | 'v2', readonly DescribedResource[]>>,
): string {
  const kindIn = (resource: DescribedResource) => KINDS.find((kind) => resource[kind] === operation);
  const ownResource = resources.v1.find((resource) => kindIn(resource) !== undefined);
  const kind = ownResource && kindIn(ownResource);
  if (ownResource === undefined || kind === undefined) return unreadReason(operation);
  const same = resources.v2.find(({ name }) => singular(name) === singular(ownResource.name));
  if (same === undefined) {
    const names = resources.v2.map(({ name }) => name);
    const hint = didYouMean(ownResource.name, names);
    return `v2 has no resource "${ownResource.name}"${hint === undefined ? '' : `; ${hint}`}`;
  }
  const otherOperation = same[kind];
  if (otherOperation === undefined) return `v2 has no operation to ${kind} it`;
  return unlikeReason(kind, operation, otherOperation);
}

/**
 * Says how to go on where no resource is drafted: what v2 has, and how a mapping by hand begins. `v1` and `v2` are the
 * operations of both documents.
 */
export function stepsByHand(
  v1: readonly DescribedOperation[],
  v2: readonly DescribedOperation[],
): readonly string[] {
  const [ours, theirs] = [v1, v2].map((operations) => operations.find(({ method }) => method === 'GET'));
  const routes = v2.map(({ method, path }) => `${method} /v2${path}`);
  const pair = `v1: GET /v1${ours?.path ?? '/...'}, v2: GET /v2${theirs?.path ?? '/...'}`;
  return [
    `v2 has ${routes.join(', ') || 'no operations'}`,
    'nothing of the same name can be read by its id in both: write a mapping file by hand, as `lifeboat help language` shows it',
    `such a file has \`contract:\` with what contracts.yaml has under \`adds:\`, and \`operations:\` with lines such as \`getThing: { ${pair}, success: 200 }\``,
  ];
}
