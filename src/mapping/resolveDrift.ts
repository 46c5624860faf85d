import type { Codec } from '../translation/codec';
import { knownOnly } from '../translation/codecs/knownOnly';
import { joinPath } from '../contract/joinPath';
import { knownValues } from './knownValues';
import type { Source } from './sourcePath';
import type { AttributeContext, Subject } from './subject';

/** Complains of a `drift` that applies to nothing: only values of a declared enumeration can be new and still fit. */
export function checkDrift(
  { entry, path, attribute }: Subject,
  source: Source | undefined,
  { complaints }: AttributeContext,
): void {
  if (entry.drift === undefined || (source !== undefined && knownValues(source) !== undefined)) return;
  complaints.report([...path, 'drift'], {
    code: 'drift-unused',
    message: `v2 declares no set of values for the source of ${attribute}, so drift applies to nothing`,
    hint: 'delete it; `required: true` refuses a value that cannot be read',
    part: 'key',
  });
}

/** The codec of a rule under its `drift`: with `fail` a value that v2 has not declared does not fit. */
export function resolveDrift(
  codec: Codec,
  subject: Subject,
  source: Source,
  context: AttributeContext,
): Codec {
  const known = knownValues(source);
  if (subject.entry.drift !== 'fail' || known === undefined) return codec;
  context.closed.add(joinPath(subject.base, source.accounts));
  return knownOnly(codec, known);
}
