import type { Method } from '../../mapping/compile/compiledOperation';
import type { Result } from '../../contract/result';
import type { ReadConditions } from '../context';
import { keptHeaders } from '../receiveAnswer';
import type { UpstreamAnswer } from '../upstream';

/** The status that says: nothing newer than what the client has (RFC 9110 15.4.5). */
export const NOT_MODIFIED = 304;

/** Headers of a message, names in lower case. */
type Headers = Readonly<Record<string, string>>;

/** The conditions of a call in v2's words, and what its answer says of the state of the resource. */
interface StateCheck {
  /** Undefined where none is about an answer of these mappings. */
  readonly conditions: Headers | undefined;
  readonly check: (outcome: Result<UpstreamAnswer, unknown>) => {
    /** Headers of the translated answer; undefined where it has none of its own. */
    readonly state: Headers | undefined;
    readonly isUnmodified: boolean;
  };
}

/** Begins the check of a call: a translated read is the same as long as v2's answer and the mappings are. */
export type BeginStateCheck = (method: Method, conditions?: ReadConditions) => StateCheck;

const unstated = { state: undefined, isUnmodified: false };
const unconditional: StateCheck = { conditions: undefined, check: () => unstated };

/** Matches an entity tag (RFC 9110 8.8.3). */
const entityTag = /(?:W\/)?"([\x21\x23-\x7e]*)"/;

/**
 * Creates the checks of the mappings with this version, in force since an instant (clock ms); without a version there are
 * none. A tag names the version, so that the next mappings do not answer for these, and is weak: v2's was made of other
 * bytes (RFC 9110 8.8.1). An older date says nothing about a translated answer and is left out, as is a date beside a tag
 * (13.1.3).
 */
export function createStateChecks(version: string | undefined, since: number): BeginStateCheck {
  if (version === undefined) return () => unconditional;
  const dated = (name: string, date = ''): Headers | undefined => {
    const at = Date.parse(date);
    return at >= since && new Date(at).toUTCString() === date ? { [name]: date } : undefined;
  };
  const asked = ({ 'if-none-match': tags, 'if-modified-since': date }: ReadConditions) => {
    if (tags === undefined) return dated('if-modified-since', date);
    if (tags === '*') return { 'if-none-match': tags };
    const known = [...tags.matchAll(new RegExp(entityTag, 'g'))].flatMap(([, tag = '']) =>
      tag.startsWith(`${version}-`) ? [`W/"${tag.slice(version.length + 1)}"`] : [],
    );
    return known.length === 0 ? undefined : { 'if-none-match': known.join(', ') };
  };
  return (method, readConditions = {}) => {
    if (method !== 'GET') return unconditional;
    const conditions = asked(readConditions);
    return {
      conditions,
      check: (outcome) => {
        if (!outcome.ok) return unstated;
        const { status, headers } = outcome.value;
        const tag = entityTag.exec(headers['etag'] ?? '')?.[1];
        const tagged = tag === undefined ? undefined : { etag: `W/"${version}-${tag}"` };
        const isUnmodified = conditions !== undefined && status === NOT_MODIFIED;
        const dates = dated('last-modified', headers['last-modified']);
        return { state: { ...keptHeaders(headers), ...tagged, ...dates }, isUnmodified };
      },
    };
  };
}
