import type { Method } from '../../mapping/compile/compiledOperation';
import type { Result } from '../../contract/result';
import type { ReadConditions } from '../context';
import { keptHeaders } from '../receiveAnswer';
import type { UpstreamAnswer } from '../upstream';

/** Status for a read whose client has the present state already (RFC 9110 15.4.5). */
export const NOT_MODIFIED = 304;

type Headers = Readonly<Record<string, string>>;

/** The conditions of a call in v2's terms, and the check of the state in its answer. */
interface StateCheck {
  /** Undefined if no condition is about an answer of these mappings. */
  readonly conditions: Headers | undefined;
  readonly check: (outcome: Result<UpstreamAnswer, unknown>) => {
    /** Headers of the state for the translated answer; undefined without any. */
    readonly state: Headers | undefined;
    readonly isUnmodified: boolean;
  };
}

/** Begins the check of a call: a translated read is unmodified as long as v2's answer and the mappings are. */
export type BeginStateCheck = (method: Method, conditions?: ReadConditions) => StateCheck;

const unstated = { state: undefined, isUnmodified: false };
const unconditional: StateCheck = { conditions: undefined, check: () => unstated };

/** Matches an entity tag (RFC 9110 8.8.3). */
const entityTag = /(?:W\/)?"([\x21\x23-\x7e]*)"/;

/**
 * Creates the checks of the mappings with this version, in force since an instant (clock ms); without a version there
 * are none. A tag names the version, so that a tag of other mappings never matches, and is weak, because v2's tag was
 * made for other bytes (RFC 9110 8.8.1). An older date says nothing about a translated answer and is left out, as is a
 * date beside a tag (13.1.3).
 */
export function createStateChecks(version: string | undefined, since: number): BeginStateCheck {
  if (version === undefined) return () => unconditional;
  const dated = (name: string, date: string | undefined): Headers | undefined => {
    if (date === undefined) return undefined;
    const at = Date.parse(date);
    return at >= since && new Date(at).toUTCString() === date ? { [name]: date } : undefined;
  };
  const conditionsOf = ({ 'if-none-match': tags, 'if-modified-since': date }: ReadConditions) => {
    if (tags === undefined) return dated('if-modified-since', date);
    if (tags === '*') return { 'if-none-match': tags };
    const knownTexts = [...tags.matchAll(new RegExp(entityTag, 'g'))].flatMap(([, tag = '']) =>
      tag.startsWith(`${version}-`) ? [`W/"${tag.slice(version.length + 1)}"`] : [],
    );
    return knownTexts.length === 0 ? undefined : { 'if-none-match': knownTexts.join(', ') };
  };
  return (method, readConditions = {}) => {
    if (method !== 'GET') return unconditional;
    const conditions = conditionsOf(readConditions);
    return {
      conditions,
      check: (outcome) => {
        if (!outcome.ok) return unstated;
        const { status, headers } = outcome.value;
        const { etag, 'last-modified': date } = headers;
        const isUnmodified = conditions !== undefined && status === NOT_MODIFIED;
        if (etag === undefined && date === undefined && !isUnmodified) return unstated;
        const tag = entityTag.exec(etag ?? '')?.[1];
        const tagged = tag === undefined ? undefined : { etag: `W/"${version}-${tag}"` };
        const state = { ...keptHeaders(headers), ...tagged, ...dated('last-modified', date) };
        return { state, isUnmodified };
      },
    };
  };
}
