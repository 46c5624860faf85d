import type { Field } from '../contract/field';
import type { Path } from '../document/document';
import { didYouMean } from '../document/didYouMean';
import type { Complaints } from './complaints';

export type ObjectField = Field & { readonly kind: 'object' };

/** Looks a contract up by the name that a mapping calls it; complains when there is none. */
export function contractNamed(
  known: ReadonlyMap<string, Field>,
  name: string,
  path: Path,
  complaints: Complaints,
): ObjectField | undefined {
  const field = known.get(name);
  if (field?.kind === 'object') return field;
  const hint = didYouMean(name, known.keys()) ?? `the contracts are ${[...known.keys()].join(', ')}`;
  complaints.report(path, { code: 'contract-unknown', message: `there is no contract ${name}`, hint });
  return undefined;
}
