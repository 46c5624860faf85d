import { codecNamed } from '../mapping/codecNamed';
import { sourcePath } from '../mapping/sourcePath';
import type { DateStyle } from '../translation/codecs/date';
import type { RuleSite } from './ruleSite';

/** True when the codec of a rule joins its v1 field with what stands at another path of its v2 object. */
export function canRead({ entry, scope, v1 }: RuleSite, path: string, dates: DateStyle): boolean {
  const source = sourcePath(scope, path);
  const codec = codecNamed(entry.codec, dates);
  if ('candidates' in source || 'kind' in codec || entry.pick !== undefined) return false;
  return codec.fits(source.kind, v1.kind);
}
