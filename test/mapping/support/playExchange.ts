import type { Mappings } from '../../../src/mapping/compile/loadMappings.js';
import { startGateway } from '../../support/startGateway.ts';
import { ask } from '../../support/talk.ts';
import { reply, startUpstream } from '../../support/upstream.ts';

/** One request of a client, and what v2 answers each call with. */
export interface Exchange {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** True to have it answered by v1, with what is said of v2. */
  readonly isByV1?: boolean;
  /** Further settings of the gateway as environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** In the order of the calls, or by path where they go out at once. */
  readonly v2: readonly ExchangeAnswer[] | ((path: string) => ExchangeAnswer | undefined);
}

export interface ExchangeAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The value of a body, whose bytes were read one by one. */
const parsed = (body: string): unknown => JSON.parse(Buffer.from(body, 'latin1').toString());

/** Sends one request through a whole gateway with these mappings: what v2 is sent, and what the client gets. */
export async function playExchange(mappings: Mappings, exchange: Exchange) {
  const { method = 'GET', path, headers, body, isByV1 = false, environment = {}, v2 } = exchange;
  const sent: { method: string; path: string; body?: unknown; headers: unknown }[] = [];
  const upstream = await startUpstream({
    request: (seenRequest, socket) => {
      const given = typeof v2 === 'function' ? v2(seenRequest.path) : v2[sent.length];
      const { status = 200, body: answer, headers: ownEntry = {} } = given ?? { status: 500 };
      const askedText = seenRequest.body;
      sent.push({
        method: seenRequest.method,
        path: seenRequest.path,
        headers: seenRequest.headers,
        ...(askedText === '' ? {} : { body: JSON.parse(askedText) as unknown }),
      });
      socket.write(reply(status, answer === undefined ? '' : JSON.stringify(answer), ownEntry));
    },
  });
  const gateway = await startGateway({
    v2: upstream.origin,
    ...(isByV1 && { v1: upstream.origin }),
    mappings,
    environment: { LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z', ...environment },
  });
  const answer = await ask(gateway.origin, {
    method,
    path,
    headers: {
      ...(headers ?? { Authorization: 'Bearer key-1' }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await Promise.all([gateway.close(), upstream.close()]);
  return { ...answer, json: answer.body === '' ? undefined : parsed(answer.body), sent };
}
