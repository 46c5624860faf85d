import { z } from 'zod';
import { DEFAULT_STORE, isServerUrl, readServerUrl } from './storePlace';

/** Facts about one setting in addition to its type. */
export interface SettingFacts {
  /** Description in one line: the comment in the file of `lifeboat init`. */
  readonly about: string;
  /** End of the sentence "must be ..." for an invalid value. */
  readonly wants: string;
  readonly example?: string;
  readonly secret?: true;
  /** True for a file or folder: relative to the settings file if set there, else to the working directory. */
  readonly file?: true;
}

export const settingFacts = z.registry<SettingFacts>();

/** Recognizes the names and addresses of the loopback interface (RFC 6761 6.3, RFC 1122 3.2.1.3, RFC 4291 2.5.3). */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === '::1' || /^127(\.\d{1,3}){3}$/.test(name) || /(^|\.)localhost$/.test(name);
}

/** An upstream's origin such as `https://api.example.com`, or the fault of the text with a suggestion. */
type ParsedOrigin =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const ORIGIN_HINT = 'write the origin only, such as https://api.example.com';

function addScheme(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const secure = `https://${text}`;
  // All traffic of the service is HTTPS (spec, first paragraph); nothing can listen in on the loopback interface.
  const loopback = URL.canParse(secure) && isLoopback(new URL(secure).hostname);
  return loopback ? `http://${text}` : secure;
}

/** Explains why an address is no origin. Returns undefined if it is one. */
function originFault(url: URL): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an http or https address';
  if (url.username !== '' || url.password !== '') return 'must not hold credentials';
  if (url.pathname !== '/') return 'must not have a path: clients send /v1 and /v2 themselves';
  if (url.search !== '' || url.hash !== '') return 'must not have a query or fragment';
  return undefined;
}

/** Reads the origin of an upstream. A bare host gets https, on loopback http. No message repeats a password. */
export function parseOrigin(text: string): ParsedOrigin {
  const address = addScheme(text.trim());
  if (!URL.canParse(address)) return { ok: false, message: 'is not an address', hint: ORIGIN_HINT };
  const url = new URL(address);
  const message = originFault(url);
  return message === undefined ? { ok: true, origin: url.origin } : { ok: false, message, hint: ORIGIN_HINT };
}

/** Creates the schema of a group of settings, which a file may leave out. */
export const section = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape).prefault({} as never);

export const text = () => z.string().min(1);

/** Makes a setting without a default. The example stands in the file of `lifeboat init`. */
export function optional<Schema extends z.ZodType>(
  schema: Schema,
  facts: SettingFacts & Required<Pick<SettingFacts, 'example'>>,
): z.ZodOptional<Schema> {
  const setting = schema.optional();
  const registered: z.core.$ZodType = setting;
  settingFacts.add(registered, facts);
  return setting;
}

export const path = (about: string, example: string, wants = 'the path of a file') =>
  optional(text(), { about, wants, example, file: true });

const alternatives = (words: readonly string[]): string =>
  `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

/** Creates the schema of one of some words, the first by default. */
export const choice = <const Word extends string>(
  words: readonly [preset: Word, ...Word[]],
  about: string,
  wants = alternatives(words),
) =>
  z
    .enum<readonly Word[]>(words)
    .default(words[0] as never)
    .register(settingFacts, { about, wants });

export const onOff = (preset: 'on' | 'off', about: string) =>
  z.enum(['on', 'off']).default(preset).register(settingFacts, { about, wants: 'on or off' });

/** Creates the schema of one of some words, without a default. */
export const optionalChoice = <const Word extends string>(
  words: readonly Word[],
  about: string,
  example: Word,
) => optional(z.enum(words), { about, wants: alternatives(words), example });

export const isoInstant = () => z.iso.datetime({ offset: true });

/** Creates the schema of the place of the store. A fault never repeats an address, because it may hold a password. */
export const storeName = () =>
  text()
    .refine((written) => !isServerUrl(written) || readServerUrl(written) !== undefined, {
      message: 'must be an address such as postgres://USER:PASSWORD@HOST:5432/NAME',
      params: { hint: 'write @ : / ? # in a password as %40 %3A %2F %3F %23' },
    })
    .default(DEFAULT_STORE);

/** Creates the schema of a secret text. The example is too short to be accepted unchanged. */
export const secret = (about: string) =>
  optional(z.string().min(32), {
    about,
    wants: 'a text of at least 32 characters; make one with: openssl rand -hex 32',
    example: 'openssl rand -hex 32',
    secret: true,
  });

interface CountRange {
  readonly preset: number;
  readonly from: number;
  readonly to: number;
  readonly of?: string;
  /** End of the sentence "must be ...", by default of the three above. */
  readonly wants?: string;
}

/** Creates the schema of a whole number within limits. */
export const count = (
  about: string,
  { preset, from, to, of = 'a number', wants = `${of} from ${from} to ${to}` }: CountRange,
) => z.int().min(from).max(to).default(preset).register(settingFacts, { about, wants });

/** Creates the schema of a time that is neither zero nor unlimited. */
export const milliseconds = (preset: number, about: string) =>
  count(about, { preset, from: 100, to: 600_000, of: 'milliseconds' });

export const port = (preset: number, about: string) =>
  count(about, { preset, from: 0, to: 65_535, wants: 'a port from 0 (any free one) to 65535' });

export const host = (about: string) =>
  z
    .string()
    .regex(/^[a-z0-9.:_-]+$/i)
    .default('127.0.0.1')
    .register(settingFacts, { about, wants: 'a host name or address, without scheme, brackets or port' });

/** Creates the schema of a web address that people may see. */
export const webAddress = (about: string, example: string) =>
  optional(z.url({ protocol: /^https?$/ }), { about, wants: 'an http or https address', example });

/** Creates the schema of a secret address: its path is often the only thing that keeps it private. */
export const address = (about: string) =>
  optional(z.url({ protocol: /^https?$/ }), {
    about,
    wants: 'an http or https address',
    example: 'https://example.com/hooks/lifeboat',
    secret: true,
  });

/** Resolves the path of a setting: relative to the settings file if set there, else to the working directory. */
export type PathOf = <Path extends string | undefined>(name: string, path: Path) => Path;

/** Splits a text at its commas. */
export const listedTexts = (written: string): readonly string[] =>
  written
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
