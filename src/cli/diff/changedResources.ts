import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json } from '../../contract/json';
import type { Mappings } from '../../mapping/loadMappings';

type Files = Pick<Mappings, 'documents'>;

/** What each mapping file says, by its resource; comments and line breaks say nothing. */
const saidOf = ({ documents }: Files): ReadonlyMap<string, Json> =>
  new Map(
    documents.flatMap(({ value }) => {
      const said = value as Json;
      const resource = isJsonObject(said) ? said['resource'] : undefined;
      return typeof resource === 'string' ? [[resource, said]] : [];
    }),
  );

/** The resources that two sets of mappings do not translate alike. */
export function changedResources(before: Files, after: Files): ReadonlySet<string> {
  const [one, other] = [saidOf(before), saidOf(after)];
  const all = [...one.keys(), ...other.keys()];
  return new Set(all.filter((resource) => !isDeepStrictEqual(one.get(resource), other.get(resource))));
}
