import { schemas } from '../../contract/contracts';
import type { Document } from '../../document/document';
import type { ResolvedResource } from '../../mapping/resolveFile';
import { type Narrowing, narrowingsOf } from '../../witness/narrowingsOf';
import { lineAt } from './lineAt';

/** A narrowing with the text of the mapping line it goes through. */
export type ShownNarrowing = Narrowing & { readonly text?: string };

const v2Schemas = new Map(Object.entries(schemas.v2));

/** Every request, of all operations, that v1 takes and v2 would refuse. */
export function narrowings(
  resources: readonly ResolvedResource[],
  documents: readonly Document[],
): readonly ShownNarrowing[] {
  return resources.flatMap(({ operations }) =>
    operations.flatMap((resolved) => {
      const schema = v2Schemas.get(resolved.body?.contract.v2 ?? '');
      if (schema === undefined) return [];
      return narrowingsOf(resolved, schema).map((found) => ({ ...found, ...lineAt(documents, found.place) }));
    }),
  );
}
