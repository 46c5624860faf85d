import type { Json } from '../../contract/json';
import type { IncomingRequest } from './incomingRequest';
import { isStorable } from './isStorable';
import { problems } from './problems';
import { readJson } from './readJson';
import type { Reply } from './reply';

type Body = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reply: Reply };

/** Reads the body of a request: null when there is none; JSON only (spec: "request and response bodies are JSON"). */
export function readBody({ body, contentType }: Pick<IncomingRequest, 'body' | 'contentType'>): Body {
  if (body.length === 0) return { ok: true, value: null };
  if (contentType !== undefined && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType)) {
    return { ok: false, reply: problems.notJson };
  }
  const value = readJson(body.toString('utf8'));
  if (value === undefined) return { ok: false, reply: problems.malformed };
  return isStorable(value) ? { ok: true, value } : { ok: false, reply: problems.unstorable };
}
