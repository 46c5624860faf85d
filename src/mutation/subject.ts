import type { contracts } from '../contract/contracts';
import type { Field } from '../contract/field';
import type { MappingFile } from '../mapping/mappingFile';
import { type RuleSite, ruleSites } from './ruleSite';

/** A parsed mapping file with its rules laid out: what mutants are made of. */
export interface Subject {
  readonly file: MappingFile;
  readonly v1: Field;
  readonly v2: Field;
  /** The rules that make attributes. */
  readonly attributes: readonly RuleSite[];
  /** The rules of each request body. */
  readonly bodies: readonly (readonly RuleSite[])[];
}

/** Lays out a parsed file; undefined when it names contracts that do not exist. */
export function subjectOf(file: MappingFile, known: typeof contracts): Subject | undefined {
  const v1 = known.v1.get(file.contract.v1);
  const v2 = known.v2.get(file.contract.v2);
  if (v1 === undefined || v2 === undefined) return undefined;
  const attributes = ruleSites({
    ...{ entries: file.attributes, path: ['attributes'], end: 'from', v1, scope: v2, base: '' },
  });
  const bodies = Object.entries(file.operations).flatMap(([name, { body }]) => {
    if (body === undefined) return [];
    const request = known.v1.get(body.contract.v1);
    const scope = known.v2.get(body.contract.v2 ?? '');
    if (request === undefined || scope === undefined) return [];
    const path = ['operations', name, 'body', 'fields'];
    return [ruleSites({ entries: body.fields ?? {}, path, end: 'to', v1: request, scope, base: '' })];
  });
  return { file, v1, v2, attributes, bodies };
}
