import { explainSent } from '../../../src/cli/explain/explainThrough.js';
import type { Config } from '../../../src/config/configuration.js';
import { success } from '../../../src/contract/result.js';
import { openSubject } from '../../../src/gateway/explain/explainSubject.js';
import { passKeysOn } from '../../../src/gateway/keys/clientKeys.js';
import type { Upstream } from '../../../src/gateway/upstream.js';
import type { Mappings } from '../../../src/mapping/compile/loadMappings.js';
import type { ExchangeAnswer } from './playExchange.ts';

/** Explains a read of the ticket API, whose calls to v2 are answered so. */
export function explainTicket(path: string, mappings: Mappings, answer: (path: string) => ExchangeAnswer) {
  const asked = { method: 'GET', path, contentType: undefined, body: Buffer.alloc(0) };
  const subject = openSubject(asked, mappings);
  if (!subject.ok) throw new Error(subject.failure);
  const upstream: Upstream = (call) => {
    const { status = 200, body } = answer(call.path);
    return Promise.resolve(success({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) }));
  };
  const config = { deadlines: { request: 9_000 }, index: { freshSeconds: 1, pageBudget: 1 } } as Config;
  return explainSent(subject.value, { upstream, keys: passKeysOn }, 'Bearer x', '', { item: 1, config });
}
