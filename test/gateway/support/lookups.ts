import { bodyText } from '../../../src/gateway/problems.js';
import { createGateway, type GatewayParts } from '../../../src/gateway/createGateway.js';
import type { GatewayEvent } from '../../../src/gateway/gatewayEvents.js';
import type { GatewayRequest } from '../../../src/gateway/gateway.js';
import { type Keys, passKeysOn } from '../../../src/gateway/keys/clientKeys.js';
import type { Upstream } from '../../../src/gateway/upstream.js';
import type { Operation } from '../../../src/mapping/compile/compiledOperation.js';
import { fakeClock, type FakeClock } from './fakeClock.ts';
import { findAccount } from './operations.ts';
import { requestFor } from './request.ts';

/** The lookup of accounts over pages of a size of the test's choice. */
export function pagedLookup(size: number): NonNullable<Operation['lookup']> {
  const { lookup } = findAccount;
  if (lookup === undefined) throw new Error('accounts are found by lookup');
  const sorted = (sort: string) => (page: number) => `page=${page}&per_page=${size}&sort=${sort}`;
  const orders = { query: sorted('-id'), changes: sorted('-changed') };
  return { ...lookup, index: { ...lookup.index, ...orders } };
}

export interface LookupBench {
  readonly clock: FakeClock;
  readonly events: GatewayEvent[];
  /** Asks for a login: status, the id found, the upstream calls and the answer's headers. */
  readonly ask: (login: string, more?: Partial<GatewayRequest>) => Promise<Asked>;
}

interface Asked {
  readonly status: number;
  readonly id: number | undefined;
  readonly calls: number;
  readonly problem: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** A gateway over one upstream, with pages of two offers unless said otherwise. */
export function lookupBench(
  upstream: Upstream,
  { size = 2, ...more }: { readonly size?: number } & Partial<GatewayParts['index']> = {},
  clock: FakeClock = fakeClock(),
  keys: Keys = passKeysOn,
): LookupBench {
  const events: GatewayEvent[] = [];
  const gateway = createGateway({
    operations: [],
    upstream,
    keys,
    clock,
    index: { secret: 'secret', freshMs: 60_000, pageBudget: 1000, ...more },
    deadlineMs: 10_000,
    report: (event) => events.push(event),
  });
  const operation: Operation = { ...findAccount, lookup: pagedLookup(size) };
  return {
    clock,
    events,
    ask: async (login, request) => {
      const { answer, upstreamCalls, refusal } = await gateway.handle(
        requestFor(operation, { login }, request),
      );
      const body = JSON.parse(bodyText(answer)) as { data?: { id: number } };
      return {
        status: answer.status,
        id: body.data?.id,
        calls: upstreamCalls,
        problem: refusal?.code,
        headers: answer.headers,
      };
    },
  };
}

/** Lets everything run that needs no clock. */
export const quiet = () => new Promise<void>((resolve) => setImmediate(resolve));
