import type { Json } from '../../contract/json';
import { success } from '../../contract/result';
import type { PairWire } from '../../mapping/profile/wire';
import { readJson, writeJson } from '../../mapping/translate/exactJson';
import { type Answer, asText, bodyText } from '../problems';
import type { Upstream } from '../upstream';

/** Calls an API at its own paths, and gives its successes as mappings speak of them; of v1 the answer stays as it is. */
export function wiredUpstream(upstream: Upstream, wire: PairWire, side: 'v1' | 'v2' = 'v2'): Upstream {
  if (wire.isPlain) return upstream;
  return async (request) => {
    const { authorization, path } = request;
    const keyLine = authorization === undefined ? undefined : wire.keys[side]?.outward(authorization);
    const outcome = await upstream({ ...request, keyLine, path: wire.outward(path) });
    if (!outcome.ok || side === 'v1' || outcome.value.status > 299) return outcome;
    const body = Buffer.from(wire.hear('v2', outcome.value.body.toString()));
    return success({ ...outcome.value, body });
  };
}

/** Writes an answer of v2 as v1 would have written it: its success, and the path in its `Link`. */
export function wiredAnswer(answer: Answer, { isPlain, outward, speak }: PairWire): Answer {
  if (isPlain) return answer;
  const { headers, body, status } = answer;
  const { link } = headers;
  const linked = link?.replace(/(?<=<)\/v2[^>]*/, outward);
  return {
    status,
    headers: linked === undefined ? headers : { ...headers, link: linked },
    body: status > 299 ? body : speak('v1', bodyText(answer)),
  };
}

/** Reads an answer in v1's own words as mappings speak of it. */
export const heardAnswer = <Of extends Pick<Answer, 'status'> & { readonly body: string }>(
  answer: Of,
  { hear }: Pick<PairWire, 'hear'>,
): Of => (answer.status > 299 ? answer : { ...answer, body: hear('v1', answer.body) });

/** Makes what is compared of an answer of v2: no more than a client would read in it, as mappings speak of it. */
export const comparedAnswer = (answer: Answer, wire: PairWire): Answer =>
  wire.isPlain ? answer : heardAnswer(asText(wiredAnswer(answer, wire)), wire);

/** Reads a body that is a value as mappings speak of it. */
export function heardJson(body: Json, { isPlain, hear }: PairWire, side: 'v1' | 'v2' = 'v2'): Json {
  const read = isPlain ? success(body) : readJson(hear(side, writeJson(body)), 'drop');
  return read.ok ? read.value : body;
}
