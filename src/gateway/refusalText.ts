import { contracts } from '../contract/contracts';
import { isJsonObject, type Json } from '../contract/json';
import { secretNames } from '../contract/secretNames';
import { readJsonBytes } from './readJsonBytes';
import type { Refusal } from './refusal';

/** Characters of a text that is told, and of one that is looked into. */
const TOLD = 255;
const READ = 4096;

/** Words, numbers and what stands between them in a sentence; no line break, markup, path or address. */
const sentence = /^[\p{L}\p{M}\p{Nd} .,;:!?'"‘’“”()%€$£&+#_–—-]+$/u;

/** What shows the inside of a service all the same; the first one bounds the work of the others. */
const insides: readonly RegExp[] = [
  /[\w-]{32}/, // a key or a hash
  /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{16}/i,
  /\p{L}\.\p{L}{2}/u, // a host, a file or a member
  /\d\.\d+\.\d+\.\d/, // an address
  /::|(?:[\da-f]{1,4}:){3}/i,
  /\p{L}[\w-]*:\d|localhost/iu,
  /\$\p{L}/u, // a variable
];

/** The text of v2's own refusal, if it is one that people are meant to read; undefined where there is none. */
export function refusalText(body: Buffer): string | undefined {
  const read = readJsonBytes(body, 'drop');
  const message = read.ok && isJsonObject(read.value) ? read.value['message'] : undefined;
  if (typeof message !== 'string' || message.length > READ) return undefined;
  const text = message.trim();
  if (!sentence.test(text) || insides.some((inside) => inside.test(text))) return undefined;
  const characters = Array.from(text);
  return characters.length > TOLD ? `${characters.slice(0, TOLD - 1).join('')}…` : text;
}

const secretMembers = secretNames([...contracts.v1.values(), ...contracts.v2.values()]);

/** The secret texts of a request body. */
function secretsIn(json: Json, isSecret = false): readonly string[] {
  if (typeof json === 'string') return isSecret && json !== '' ? [json] : [];
  if (Array.isArray(json)) return json.flatMap((value) => secretsIn(value, isSecret));
  if (!isJsonObject(json)) return [];
  return Object.entries(json).flatMap(([name, value = null]) =>
    secretsIn(value, isSecret || secretMembers.has(name)),
  );
}

/** A refusal in v1's fixed words where v2's would repeat one of the keys, or a secret of the request. */
export function withoutSecrets(refusal: Refusal, keys: readonly string[], sent: Json = null): Refusal {
  const { text, validation, ...fixed } = refusal;
  const repeats = (said: unknown, secrets: readonly string[]): boolean => {
    const written = JSON.stringify(said ?? null);
    return secrets.some((secret) => secret !== '' && written.includes(JSON.stringify(secret).slice(1, -1)));
  };
  if (repeats([text, validation], keys)) return fixed;
  return text !== undefined && repeats(text, secretsIn(sent)) ? fixed : refusal;
}
