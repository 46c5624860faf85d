import { z } from 'zod';
import { isServerUrl, readServerUrl } from './postgresUrl';

/** Facts about one setting in addition to its type. */
export interface SettingFacts {
  /** Description in one line: the comment in the file of `lifeboat init`. */
  readonly about: string;
  /** End of the sentence "must be ..." for an invalid value. */
  readonly wants: string;
  /** Example, shown if there is no default. */
  readonly example?: string;
  /** True for a value that is never shown. */
  readonly secret?: true;
  /** True for a file or folder: relative to the settings file if set there, else to the working directory. */
  readonly file?: true;
}

/** Registry of the facts about settings. */
export const settingFacts = z.registry<SettingFacts>();

/** True for the names and addresses of the loopback interface (RFC 6761 6.3, RFC 1122 3.2.1.3, RFC 4291 2.5.3). */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === '::1' || /^127(\.\d{1,3}){3}$/.test(name) || /(^|\.)localhost$/.test(name);
}

/** An upstream's origin such as `https://api.example.com`, or the fault of the text with a suggestion. */
type ParsedOrigin =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const ORIGIN_HINT = 'write the origin only, such as https://api.example.com';

function withScheme(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const secure = `https://${text}`;
  // All traffic of the service is HTTPS (spec, first paragraph); nothing can listen in on the loopback interface.
  const loopback = URL.canParse(secure) && isLoopback(new URL(secure).hostname);
  return loopback ? `http://${text}` : secure;
}

function fault(url: URL): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an http or https address';
  if (url.username !== '' || url.password !== '') return 'must not hold credentials';
  if (url.pathname !== '/') return 'must not have a path: clients send /v1 and /v2 themselves';
  if (url.search !== '' || url.hash !== '') return 'must not have a query or fragment';
  return undefined;
}

/** Reads the origin of an upstream; a bare host gets https, on loopback http. The text is never repeated in a message. */
export function parseOrigin(text: string): ParsedOrigin {
  const address = withScheme(text.trim());
  if (!URL.canParse(address)) return { ok: false, message: 'is not an address', hint: ORIGIN_HINT };
  const url = new URL(address);
  const message = fault(url);
  return message === undefined ? { ok: true, origin: url.origin } : { ok: false, message, hint: ORIGIN_HINT };
}

/** Value of a store setting that keeps nothing on disk. */
export const MEMORY = 'memory';

/** File of the store if none is named: next to the settings file, or in the working directory without one. */
export const DEFAULT_STORE = 'lifeboat.db';

/** Makes the schema of a text that is not empty. */
export const text = () => z.string().min(1);

/** Makes the schema of the place of the store. A fault never repeats an address, because it may hold a password. */
export const storeName = () =>
  text()
    .refine((written) => !isServerUrl(written) || readServerUrl(written) !== undefined, {
      message: 'must be an address such as postgres://USER:PASSWORD@HOST:5432/NAME',
      params: { hint: 'write @ : / ? # in a password as %40 %3A %2F %3F %23' },
    })
    .default(DEFAULT_STORE);

/** Makes the schema of a secret text; the example is too short to be accepted unchanged. */
export const secret = (about: string) =>
  z.string().min(32).optional().register(settingFacts, {
    about,
    wants: 'a text of at least 32 characters; make one with: openssl rand -hex 32',
    example: 'openssl rand -hex 32',
    secret: true,
  });

/** Makes the schema of a whole number within limits. */
export const count = (preset: number, least: number, most: number, about: string, wants: string) =>
  z.int().min(least).max(most).default(preset).register(settingFacts, { about, wants });

/** Makes the schema of a time that is neither zero nor unlimited. */
export const milliseconds = (preset: number, about: string) =>
  count(preset, 100, 600_000, about, 'milliseconds from 100 to 600000');

/** Makes the schema of a port to listen on. */
export const port = (preset: number, about: string) =>
  z
    .int()
    .min(0)
    .max(65_535)
    .default(preset)
    .register(settingFacts, { about, wants: 'a port from 0 (any free one) to 65535' });

/** Makes the schema of an address to listen on. */
export const host = (about: string) =>
  z
    .string()
    .regex(/^[a-z0-9.:_-]+$/i)
    .default('127.0.0.1')
    .register(settingFacts, { about, wants: 'a host name or address, without scheme, brackets or port' });

/** Makes the schema of a secret address: its path is often the only thing that keeps it private. */
export const address = (about: string) =>
  z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(settingFacts, {
      about,
      wants: 'an http or https address',
      example: 'https://example.com/hooks/lifeboat',
      secret: true,
    });

/** Resolves the path of a setting: relative to the settings file if set there, else to the working directory. */
export type Locate = (name: string, path: string) => string;
