import { repetitions } from '../support/repetitions';
import { createDice } from './dice';
import { mutate } from './mutate';
import { openLane } from './openLane';
import { seeds } from './seeds';
import { smugglings } from './smugglings';

const LANES = 32;
const BROKEN = repetitions(1_200, 2_400);

/** The shape of an answer: without what differs each time. */
const shapeOf = (received: string): string =>
  received.replace(/^(date|x-request-id): [^\r]*/gim, (_, name: string) => name);

/** Each on a path of v1, which the edge reads itself when it is plain. */
const ofV1 = smugglings().map((text) => text.replaceAll('/v2/x', '/v1/currency-offers/7001'));

describe('an edge that reads plain requests itself', () => {
  it('answers byte for byte, and asks the upstream as often, as one of which Node reads all requests', async () => {
    const broken = Array.from({ length: BROKEN }, (_, seed) => mutate(seeds, createDice(seed + 1)));
    const texts = [...seeds, ...ofV1, ...broken].values();
    const different: unknown[] = [];
    let plain = 0;
    const lane = async (): Promise<void> => {
      const [own, node] = await Promise.all([openLane(), openLane(true)]);
      for (const text of texts) {
        const [one, other] = await Promise.all([own.attempt(text), node.attempt(text)]);
        if (shapeOf(one.received) !== shapeOf(other.received)) different.push([one, other]);
        if (one.status === 200) plain += 1;
      }
      expect(await own.close()).toBe(await node.close());
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(different).toEqual([]);
    expect(plain).toBeGreaterThan(BROKEN / 20);
  });
});
