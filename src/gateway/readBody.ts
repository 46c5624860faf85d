import type { Operation, Outgoing } from '../mapping/operation';
import { failure, type Result, success } from '../translation/result';
import type { GatewayRequest } from './gateway';
import { readJsonBytes } from './readJsonBytes';
import type { Refusal } from './refusal';

const json = /^application\/(?:[\w.!#$&^+-]+\+)?json\s*(?:;|$)/i;
const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/** `application/json` or `application/*+json`, in UTF-8 where a charset is named (RFC 8259 has no other). */
function isJson(contentType: string): boolean {
  const [, named = 'utf-8'] = charset.exec(contentType) ?? [];
  return json.test(contentType) && /^utf-?8$/i.test(named);
}

const nothing = success({});

/**
 * Reads, checks and translates the body of a v1 request. Nothing of it goes on for an operation without one.
 * No bytes at all count as `{}`, so that the client is told which fields are missing.
 */
export function readBody(
  operation: Operation,
  request: Pick<GatewayRequest, 'body' | 'contentType'>,
): Result<Outgoing, Refusal> {
  if (operation.body === undefined) return nothing;
  const { contentType, body } = request;
  if (contentType !== undefined && !isJson(contentType.trim())) {
    return failure({ code: 'unsupportedMediaType' });
  }
  const parsed = body.length === 0 ? success({}) : readJsonBytes(body, 'refuse');
  if (!parsed.ok) {
    const code = parsed.failure === 'pollutingKey' ? 'refusedKey' : 'badJson';
    return failure({ code, detail: `request body: ${parsed.failure}` });
  }
  const translated = operation.body(parsed.value);
  return translated.ok ? translated : failure({ code: 'invalid', validation: translated.failure });
}
