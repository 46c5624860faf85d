import { z } from 'zod';
import { definedMembers } from '../../contract/result';
import { type Privacy, SCRUBBED } from './privacy';
import { maskRecorded } from './recordedTexts';
import type { RawAnswer } from '../compare/answerPair';
import { queryNames } from '../compare/memberNames';

const headers = z.record(z.string(), z.string());

const rawAnswer = z.object({
  /** Method, path and query of the call. */
  asked: z.string(),
  status: z.int().min(100).max(599),
  headers,
  body: z.string(),
});

/** One recorded exchange with v1: one line of NDJSON, without secrets. */
export const recordedExchange = z.object({
  id: z.string(),
  /** Clock ms. */
  at: z.number(),
  /** Fingerprint of the caller's key. It is empty without one; absent when unknown. */
  caller: z
    .string()
    .regex(/^([0-9a-f]{12})?$/)
    .optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Path and query; a secret in it is `(secret)`. */
  target: z.string().startsWith('/'),
  /** Body of the request as JSON text. It is absent without one. */
  sent: z.string().optional(),
  status: z.int().min(100).max(599),
  headers,
  /** Body of the answer as text. */
  body: z.string(),
  /** Answers of v2 to the same request through the translation. They are absent when unknown. */
  v2: z.array(rawAnswer).optional(),
});

export type RecordedExchange = z.infer<typeof recordedExchange>;

/** Headers that describe an answer and identify no person. */
const KEPT_HEADERS = ['content-type'];

const FIGURE = /^(?:\d{1,9}|true|false)$/;

/** Parameters of v1 by name, and the form of each (observed: pages and flags). */
const parameters: ReadonlySet<string> = new Set(queryNames);

/** Parameters of lists whose values the gateway makes; a search holds a client's own words. */
const plain = /^(?:page|per_page|sort|filter\[(?!search\])[a-z_]+\])$/;

/** Leaves out parameters that no contract names: a client may put a key or a login there, even as a name. */
function scrubQuery(query: string, { isSecret }: Pick<Privacy, 'isSecret'>): string {
  const scrubbed = new URLSearchParams(query);
  for (const [name, value] of [...scrubbed]) {
    if (isSecret(name)) scrubbed.set(name, SCRUBBED);
    else if (!parameters.has(name) || !FIGURE.test(value)) scrubbed.delete(name);
  }
  return scrubbed.toString();
}

function addQuery(path: string, query: string | undefined, privacy: Pick<Privacy, 'isSecret'>): string {
  const scrubbed = scrubQuery(query ?? '', privacy);
  return scrubbed === '' ? path : `${path}?${scrubbed}`;
}

/** Replaces the secret parameters of a path, by the template that matched it. */
function scrubPath(path: string, template: string, { isSecret }: Pick<Privacy, 'isSecret'>): string {
  const names = template.split('/');
  return path
    .split('/')
    .map((segment, index) => {
      const name = /^\{(.+)\}$/.exec(names[index] ?? '')?.[1];
      return name !== undefined && isSecret(name) ? SCRUBBED : segment;
    })
    .join('/');
}

const scrubHeaders = (headers: RecordedExchange['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_HEADERS.includes(name)));

/** Keeps a call as it was sent, so that it can be recognized, unless there is a secret in it. */
function scrubTarget(target: string, privacy: Privacy): string {
  const [path = '', query] = target.split('?', 2);
  const names = [...new URLSearchParams(query ?? '').keys()];
  const isPlain = names.every((name) => plain.test(name) && !privacy.isSecret(name));
  return isPlain ? target : addQuery(path, query, privacy);
}

const scrubRawAnswer = (
  { asked: target, status, headers, body }: RawAnswer,
  privacy: Privacy,
): RawAnswer => ({
  asked: scrubTarget(target, privacy),
  status,
  headers: scrubHeaders(headers),
  body: maskRecorded(body, privacy),
});

/** Removes the secrets of an exchange, and the texts that no contract calls the API's own. */
export function scrubExchange(
  exchange: RecordedExchange,
  template: string,
  privacy: Privacy,
): RecordedExchange {
  const [path = '', query] = exchange.target.split('?', 2);
  const { sent, v2 } = exchange;
  return definedMembers({
    ...exchange,
    target: addQuery(scrubPath(path, template, privacy), query, privacy),
    headers: scrubHeaders(exchange.headers),
    body: maskRecorded(exchange.body, privacy),
    sent: sent && maskRecorded(sent, privacy, (name) => name),
    v2: v2?.map((answer) => scrubRawAnswer(answer, privacy)),
  });
}
