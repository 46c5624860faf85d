import { describeThrow } from '../../gateway/gatewayEvents';

/** Functions that one process offers to the other: each takes one value and returns one; both must survive a copy. */
export type Calls = Readonly<Record<string, (value: never) => unknown>>;

/** Sends messages to the other process and receives its messages. */
export interface Port {
  /** False if the other process has disconnected. */
  readonly send: (message: object) => boolean;
  readonly listen: (take: (message: unknown) => void) => void;
  /** Calls back when no more messages can come. */
  readonly ended: (action: () => void) => void;
}

/** Calls a function of the other side; rejects if that throws or the other side has disconnected. */
export type Call<Theirs extends Calls> = <Name extends keyof Theirs & string>(
  name: Name,
  value: Parameters<Theirs[Name]>[0],
) => Promise<Awaited<ReturnType<Theirs[Name]>>>;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: Error) => void;
}

type Message =
  | { readonly kind: 'call'; readonly ticket: number; readonly name: string; readonly value: unknown }
  | { readonly kind: 'answer'; readonly ticket: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly ticket: number; readonly reason: string };

/** Member that marks our messages: Node and its libraries send their own over the same channel. */
const MARK = 'lifeboat';

function messageOf(received: unknown): Message | undefined {
  if (typeof received !== 'object' || received === null || !(MARK in received)) return undefined;
  // Only the other end of this file writes such messages.
  return received[MARK] as Message;
}

/** Links two processes, each with the functions that it offers to the other. */
export function createLink<Theirs extends Calls>(port: Port, mine: Calls): Call<Theirs> {
  const waiting = new Map<number, Waiting>();
  let tickets = 0;
  let isOver = false;
  const disconnected = () => new Error('the other process has disconnected');
  const send = (message: Message): boolean => !isOver && port.send({ [MARK]: message });

  const answer = async (ticket: number, name: string, value: unknown): Promise<void> => {
    try {
      const called = mine[name] as ((value: unknown) => unknown) | undefined;
      send({ kind: 'answer', ticket, value: await called?.(value) });
    } catch (error) {
      send({ kind: 'fault', ticket, reason: describeThrow(error) });
    }
  };
  port.listen((received) => {
    const message = messageOf(received);
    if (message === undefined) return;
    const { ticket } = message;
    if (message.kind === 'call') {
      void answer(ticket, message.name, message.value);
      return;
    }
    const asked = waiting.get(ticket);
    waiting.delete(ticket);
    if (message.kind === 'answer') asked?.resolve(message.value);
    else asked?.reject(new Error(message.reason));
  });
  port.ended(() => {
    isOver = true;
    for (const { reject } of waiting.values()) reject(disconnected());
    waiting.clear();
  });
  const ask = (name: string, value: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      tickets += 1;
      waiting.set(tickets, { resolve, reject });
      if (send({ kind: 'call', ticket: tickets, name, value })) return;
      waiting.delete(tickets);
      reject(disconnected());
    });
  return <Name extends keyof Theirs & string>(name: Name, value: Parameters<Theirs[Name]>[0]) =>
    ask(name, value) as Promise<Awaited<ReturnType<Theirs[Name]>>>;
}

/** One end of a channel between two Node processes. */
export interface Channel {
  readonly connected: boolean;
  /** Absent if a process has no channel at all. */
  readonly send?: (message: object, sent: (error: Error | null) => void) => boolean;
  readonly disconnect: () => void;
  readonly on: (event: 'message', take: (message: unknown) => void) => unknown;
  readonly once: (event: 'disconnect', action: () => void) => unknown;
}

/** Creates a port over a channel; a channel that fails to send is closed, because later messages would follow a gap. */
export const portOver = (channel: Channel): Port => ({
  send: (message) => {
    if (!channel.connected) return false;
    // The result of `send` only signals back-pressure: the message is delivered in any case.
    channel.send?.(message, (error) => {
      if (error !== null && channel.connected) channel.disconnect();
    });
    return true;
  },
  listen: (take) => void channel.on('message', take),
  ended: (action) => void channel.once('disconnect', action),
});
