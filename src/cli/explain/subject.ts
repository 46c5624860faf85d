import type { Explanation } from '../../explanation/explanation';
import type { Route } from '../../gateway/gateway';
import type { ResolvedResource } from '../../mapping/resolveFile';
import type { ResolvedOperation } from '../../mapping/resolveOperation';

/** A request that some operation answers, read as far as it goes without v2. */
export interface Subject {
  readonly route: Route;
  readonly resource: ResolvedResource;
  readonly resolved: ResolvedOperation;
  /** The whole body as bytes; empty without one. */
  readonly body: Buffer;
  readonly contentType: string | undefined;
}

/** The resource and the operation of a route, which the same mappings have matched. */
export function resolvedRoute(
  resources: readonly ResolvedResource[],
  { operation }: Route,
): Pick<Subject, 'resource' | 'resolved'> {
  for (const resource of resources) {
    const resolved = resource.operations.find((one) => one.operation === operation);
    if (resolved !== undefined) return { resource, resolved };
  }
  throw new Error(`no resource has the operation ${operation.name}`);
}

/** The parameters of a path; the one that looks up by a secret is hidden. */
function shownParameters({ operation, parameters }: Route): Readonly<Record<string, string>> {
  const { lookup } = operation;
  if (lookup?.index.secret !== true) return parameters;
  return { ...parameters, [lookup.by]: '***' };
}

/** What answers a request, before it is answered. */
export function explainRoute({ route, resource }: Subject): Explanation['route'] {
  const { name, v1, v2 } = route.operation;
  const place = resource.ledger.references.find((line) => line.operation === name)?.place ?? '';
  return {
    operation: name,
    resource: resource.name,
    v1: `${v1.method} ${v1.template}`,
    v2: `${v2.method} ${v2.template}`,
    parameters: shownParameters(route),
    place,
  };
}
