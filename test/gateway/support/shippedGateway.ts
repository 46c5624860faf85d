import { bodyText } from '../../../src/gateway/problems.js';
import type { Json, JsonObject } from '../../../src/contract/json.js';
import type { Clock } from '../../../src/contract/clock.js';
import { createGateway, type GatewayParts } from '../../../src/gateway/createGateway.js';
import type { MadeAnswer } from '../../../src/gateway/gateway.js';
import { passKeysOn } from '../../../src/gateway/keys/clientKeys.js';
import type { UnsettledCall } from '../../../src/gateway/refusal.js';
import type { Upstream } from '../../../src/gateway/upstream.js';
import { sampleOffer } from '../../support/sampleOffer.ts';
import { shipped } from '../../support/shipped.ts';
import { fakeClock } from './fakeClock.ts';

/** An item offer as v2 answers it. */
export const itemOffer = (id: number, more: JsonObject = {}): JsonObject => ({ ...sampleOffer, id, ...more });

/** Result of a request to a gateway with the shipped mappings. */
export interface Answered extends MadeAnswer {
  readonly body: JsonObject;
}

/** A gateway with the shipped mappings over an upstream port; most time of a request is 1,000 ms. */
export function shippedGateway(
  upstream: Upstream,
  clock: Clock = fakeClock(),
  more: Partial<GatewayParts> = {},
) {
  const unsettledWrites: UnsettledCall[] = [];
  const gateway = createGateway({
    operations: shipped().operations,
    upstream,
    keys: passKeysOn,
    clock,
    index: { secret: 'secret', freshMs: 60_000, pageBudget: 100 },
    deadlineMs: 1_000,
    mostChanges: 1_000,
    report: () => undefined,
    reconcile: (unsettled) => {
      unsettledWrites.push(...unsettled);
      return Promise.resolve();
    },
    ...more,
  });
  const callBytes = async (
    method: string,
    path: string,
    body: Buffer,
    contentType: string,
  ): Promise<MadeAnswer> => {
    const route = gateway.match(method, path);
    if (route?.ok !== true) throw new Error(`nothing answers ${method} ${path}`);
    return gateway.handle({
      id: 'r-1',
      route: route.value,
      authorization: 'Bearer key-1',
      contentType,
      body,
      cancel: new AbortController().signal,
    });
  };
  const callText = async (method: string, path: string, text: string | Buffer, type = 'application/json') => {
    const { answer } = await callBytes(method, path, Buffer.from(text), type);
    return { status: answer.status, body: JSON.parse(bodyText(answer)) as JsonObject };
  };
  const call = async (method: string, path: string, body?: Json): Promise<Answered> => {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const handled = await callBytes(method, path, bytes, 'application/json');
    return { ...handled, body: JSON.parse(bodyText(handled.answer)) as JsonObject };
  };
  return { call, callText, left: unsettledWrites, replace: gateway.replace };
}
