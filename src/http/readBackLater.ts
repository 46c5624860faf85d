import { dataOf } from '../contract/dataOf';
import { type Json, isJsonObject } from '../contract/json';
import { describeReadBack } from '../cutover/describeReadBack';
import type { Clock } from '../gateway/clock';
import type { Gateway, GatewayRequest } from '../gateway/gateway';
import type { Stages } from './stages';

/** How long (ms) a write that may still be on its way gets before anyone looks. */
const SETTLE = 2_000;

interface Means {
  readonly gateway: Gateway;
  readonly stages: Pick<Stages, 'cutover'>;
  readonly clock: Clock;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** The attributes of a v1 answer (spec 2.10); anything else has none. */
function attributesOf(body: Json): Json {
  const data = dataOf(body);
  return (isJsonObject(data) ? data['attributes'] : undefined) ?? null;
}

/** Reads a resource back a little later and notes on the list whether an ambiguous write shows in it. */
export function readBackLater(
  write: GatewayRequest,
  target: string,
  { gateway, stages, clock }: Means,
): void {
  const route = gateway.match('GET', target);
  if (route?.ok !== true) return;
  clock.schedule(SETTLE, () => {
    const read = { ...write, route: route.value, contentType: undefined, body: Buffer.alloc(0) };
    const look = async (): Promise<void> => {
      const { answer } = await gateway.handle({ ...read, gone: new AbortController().signal });
      const found =
        answer.status === 200
          ? describeReadBack(parsed(write.body.toString()), attributesOf(parsed(answer.body)))
          : `reading it back answered ${answer.status}`;
      await stages.cutover.noteFound(write.id, found);
    };
    void look();
  });
}
