import { isDeepStrictEqual } from 'node:util';
import type { Mappings } from '../../mapping/loadMappings';
import { translationsOf } from '../../mapping/translationsOf';

type Files = Pick<Mappings, 'documents'>;

/** The resources that two sets of mappings do not translate alike. */
export function changedResources(before: Files, after: Files): ReadonlySet<string> {
  const [one, other] = [translationsOf(before.documents), translationsOf(after.documents)];
  const all = [...one.keys(), ...other.keys()];
  return new Set(all.filter((resource) => !isDeepStrictEqual(one.get(resource), other.get(resource))));
}
