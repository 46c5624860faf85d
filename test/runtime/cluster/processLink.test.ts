import { type Calls, createLink, type Port } from '../../../src/runtime/cluster/processLink';

/** Two ends of one channel; what is sent is copied, as between processes. */
function channel() {
  const takes: [((message: unknown) => void)?, ((message: unknown) => void)?] = [];
  const endings: (() => void)[] = [];
  const portAt = (own: 0 | 1): Port => ({
    send: (message) => {
      const copy = structuredClone(message);
      queueMicrotask(() => takes[own === 0 ? 1 : 0]?.(copy));
      return true;
    },
    listen: (take) => {
      takes[own] = take;
    },
    ended: (action) => void endings.push(action),
  });
  return {
    ports: [portAt(0), portAt(1)] as const,
    say: (message: unknown) => takes.forEach((take) => take?.(message)),
    end: () => endings.forEach((action) => action()),
  };
}

type Doubling = { readonly double: (number: number) => Promise<number> };

const silent: Calls = {};

describe('a link between two processes', () => {
  it('answers each call with its own answer, whatever comes between', async () => {
    const { ports, say } = channel();
    const waiting: (() => void)[] = [];
    createLink(ports[0], {
      double: (number: number) =>
        new Promise<number>((resolve) => {
          waiting.unshift(() => resolve(2 * number));
          if (waiting.length === 2) for (const settle of waiting) settle();
        }),
    });
    const call = createLink<Doubling>(ports[1], silent);
    const answers = Promise.all([call('double', 1), call('double', 2)]);
    say({ cmd: 'NODE_CLUSTER' });
    say('a text');
    expect(await answers).toEqual([2, 4]);
  });

  it('rejects a call whose other side throws, without what the error says', async () => {
    const { ports } = channel();
    createLink(ports[0], {
      double: () => {
        throw new TypeError('a secret');
      },
    });
    const call = createLink<Doubling>(ports[1], silent);
    const failed = await call('double', 1).catch((error: unknown) => String(error));
    expect(failed).toMatch(/TypeError/);
    expect(failed).not.toMatch(/secret/);
  });

  it('rejects waiting calls when the other side has disconnected, and every call after', async () => {
    const { ports, end } = channel();
    createLink(ports[0], { double: () => new Promise<number>(() => undefined) });
    const call = createLink<Doubling>(ports[1], silent);
    const waiting = expect(call('double', 1)).rejects.toThrow('disconnected');
    end();
    await waiting;
    await expect(call('double', 2)).rejects.toThrow('disconnected');
  });
});
