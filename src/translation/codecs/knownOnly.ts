import type { Json } from '../../contract/json';
import { type Codec, misfit } from '../codec';

/** A codec that reads no other v2 values than the known ones: what `drift: fail` makes of it. */
export function knownOnly(codec: Codec, known: readonly string[]): Codec {
  const values = new Set<Json>(known);
  return { ...codec, takesOnly: known, read: (v2) => (values.has(v2) ? codec.read(v2) : misfit) };
}
