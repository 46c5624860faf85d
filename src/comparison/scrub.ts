import type { Privacy } from './createPrivacy';
import { maskBody } from './maskBody';
import type { RawAnswer } from './rawAnswer';
import type { RecordedExchange } from './recordedExchange';

/** What stands where a secret was. */
export const SCRUBBED = '(secret)';

/** Headers of an answer that say something about it and nothing about whoever asked. */
const KEPT_HEADERS = ['content-type'];

function scrubQuery(query: string, { isSecret }: Pick<Privacy, 'isSecret'>): string {
  const asked = new URLSearchParams(query);
  for (const name of [...asked.keys()]) if (isSecret(name)) asked.set(name, SCRUBBED);
  return asked.toString();
}

/** A path without the values of the parameters that are secret, going by the template that it was matched with. */
function scrubPath(path: string, template: string, { isSecret }: Pick<Privacy, 'isSecret'>): string {
  const names = template.split('/');
  return path
    .split('/')
    .map((segment, at) => {
      const name = /^\{(.+)\}$/.exec(names[at] ?? '')?.[1];
      return name !== undefined && isSecret(name) ? SCRUBBED : segment;
    })
    .join('/');
}

const scrubHeaders = (headers: RecordedExchange['headers']): Record<string, string> =>
  Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The call stays as it was sent, to be known again, unless there is a secret in it. */
function scrubAsked(asked: string, privacy: Privacy): string {
  const [path = '', query] = asked.split('?', 2);
  const names = [...new URLSearchParams(query ?? '').keys()];
  return names.some(privacy.isSecret) ? `${path}?${scrubQuery(query ?? '', privacy)}` : asked;
}

const scrubRaw = ({ asked, status, headers, body }: RawAnswer, open: Privacy): RawAnswer => ({
  ...{ asked: scrubAsked(asked, open), status, headers: scrubHeaders(headers) },
  body: maskBody(body, open),
});

/** Everything of an exchange but its secrets: values stay, so that what is recorded can be compared with later. */
export function scrub(exchange: RecordedExchange, template: string, privacy: Privacy): RecordedExchange {
  const open: Privacy = { ...privacy, mayKeep: (path) => !privacy.isSecret(path) };
  const [path = '', query] = exchange.target.split('?', 2);
  const scrubbed = scrubPath(path, template, privacy);
  const { sent, v2 } = exchange;
  return {
    ...exchange,
    target: query === undefined ? scrubbed : `${scrubbed}?${scrubQuery(query, privacy)}`,
    headers: scrubHeaders(exchange.headers),
    body: maskBody(exchange.body, open),
    ...(sent === undefined ? {} : { sent: maskBody(sent, open) }),
    ...(v2 === undefined ? {} : { v2: v2.map((answer) => scrubRaw(answer, open)) }),
  };
}
