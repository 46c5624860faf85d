import { isDeepStrictEqual } from 'node:util';
import { dataOf, isJsonObject, type Json } from '../contract/json';
import type { Clock } from '../contract/clock';
import type { Gateway, GatewayRequest } from '../gateway/gateway';
import type { Stages } from './stagedRequests';

/** True when what was read shows what was written; a number may be written as text, an object may show more. */
function shows(found: Json, written: Json): boolean {
  if (isJsonObject(written) && isJsonObject(found)) {
    return Object.entries(written).every(
      ([name, value]) => value === undefined || shows(found[name] ?? null, value),
    );
  }
  const isNumber = typeof found === 'number' && typeof written === 'string' && written.trim() !== '';
  return isDeepStrictEqual(found, written) || (isNumber && Number(written) === found);
}

/**
 * What a read shows of a write that may have been executed: names of fields, never values. Fields that v1 does not show
 * under the name they are written by say nothing.
 */
export function describeReadBack(written: Json, found: Json): string {
  if (!isJsonObject(written) || !isJsonObject(found)) return 'nothing to compare';
  const shared = Object.keys(written).filter((name) => Object.hasOwn(found, name));
  const other = shared.filter((name) => !shows(found[name] ?? null, written[name] ?? null));
  if (shared.length === 0) return 'nothing to compare';
  if (other.length === 0) return `as written: ${shared.join(', ')}`;
  return `not as written: ${other.join(', ')}`;
}

/** How long (ms) a write that may still be on its way gets before anyone looks. */
const SETTLE = 2_000;

interface ReadBackParts {
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
  { gateway, stages, clock }: ReadBackParts,
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
