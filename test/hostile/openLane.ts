import { startGateway } from '../support/startGateway.ts';
import { startUpstream } from '../support/upstream.ts';
import { createDice } from './dice.ts';
import { exchangeBytes } from './exchangeBytes.ts';
import { finalStatuses } from './finalStatuses.ts';
import { honest } from './honest.ts';
import { judge } from './judge.ts';
import { mutate } from './mutate.ts';
import { seeds } from './seeds.ts';

/** Bytes (latin1) that were sent on a connection of their own, and what came of it. */
interface Tried {
  readonly sent: string;
  readonly received: string;
  /** 0 for a connection that ended without an answer. */
  readonly status: number;
  readonly upstreamRequests: number;
  /** The rules that it broke. */
  readonly wrong: readonly string[];
}

/** A case of the fuzz and what came of it. */
export interface Played extends Tried {
  readonly seed: number;
}

/** A gateway with an upstream of its own, which plays one case after the other. */
export interface Lane {
  /** Sends bytes, in as many packets. */
  readonly attempt: (...packets: readonly string[]) => Promise<Tried>;
  readonly play: (seed: number) => Promise<Played>;
  /** Plays a case as the last one: all that the gateway still sends upstream is waited for, and counted to it. */
  readonly playLast: (seed: number) => Promise<Played>;
  /** Gives the number of requests that came to the upstream after the last case. */
  readonly close: () => Promise<number>;
}

/** Requests that never end are given up early, connections that would be kept are closed. */
const HASTY = { head: 100, request: 100, check: 50, keepAlive: 50 };

/** Starts a gateway and an upstream that answers well. */
export async function openLane(): Promise<Lane> {
  const upstream = await startUpstream(honest);
  const gateway = await startGateway({ v2: upstream.origin, server: HASTY });
  const { host } = new URL(upstream.origin);
  const port = Number(new URL(gateway.origin).port);

  const close = async (): Promise<number> => {
    await gateway.close();
    await upstream.quiet(0);
    await upstream.close();
    return upstream.requests.length;
  };
  const attempt = async (packets: readonly string[], settled?: () => Promise<unknown>): Promise<Tried> => {
    const sent = packets.join('');
    const received = await exchangeBytes(port, ...packets);
    await settled?.();
    const seenRequests = [...upstream.requests];
    upstream.forget();
    const answers = finalStatuses(received);
    const wrong = judge({ sent, received, answers, seen: seenRequests, host });
    const [status = 0] = answers;
    return { sent, received, status, upstreamRequests: seenRequests.length, wrong };
  };
  const textOf = (seed: number): string => mutate(seeds, createDice(seed));
  return {
    attempt: (...packets) => attempt(packets),
    play: async (seed) => ({ seed, ...(await attempt([textOf(seed)])) }),
    playLast: async (seed) => ({ seed, ...(await attempt([textOf(seed)], close)) }),
    close,
  };
}
