import { isLoopback } from './isLoopback';

/** An upstream's origin such as `https://api.example.com`, or what is wrong with the text and what to write instead. */
export type ParsedOrigin =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const HINT = 'write the origin only, such as https://api.example.com';

function withScheme(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const secure = `https://${text}`;
  // All traffic of the service is HTTPS (spec, first paragraph); on this very machine nothing can listen in.
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
  const whole = withScheme(text.trim());
  if (!URL.canParse(whole)) return { ok: false, message: 'is not an address', hint: HINT };
  const url = new URL(whole);
  const message = fault(url);
  return message === undefined ? { ok: true, origin: url.origin } : { ok: false, message, hint: HINT };
}
