import type { RecordedExchange } from '../../comparison/recordedExchange';
import { SCRUBBED } from '../../comparison/scrub';

/** A read that finds something by one of its attributes, such as `/v1/accounts/by-login/{login}`. */
export interface Lookup {
  /** What it finds is also at `${found}/{id}`. */
  readonly found: string;
  readonly attribute: string;
}

const SHAPE = /^(?<found>\/v1\/[\w-]+)\/by-(?<attribute>\w+)\/(?<sought>[^/]+)$/;

/** The lookup that an exchange is whose key was a secret; undefined where it is none. */
export function lookupOf({ method, target }: RecordedExchange): Lookup | undefined {
  const [path = ''] = target.split('?', 1);
  const { found, attribute, sought } = SHAPE.exec(path)?.groups ?? {};
  const isScrubbed = method === 'GET' && sought === SCRUBBED;
  return isScrubbed && found !== undefined && attribute !== undefined ? { found, attribute } : undefined;
}
