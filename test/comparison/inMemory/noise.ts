import { isJsonObject } from '../../../src/contract/json';
import type { Change } from './marketplace';

const hex = (random: () => number, digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');

/** Texts of which answers show one at random. */
const BANNERS = ['Sale today', 'Only a few left', 'New in stock'] as const;

/**
 * Noise that answers of both APIs have without a fault: views that go up, ids and tokens drawn for each answer,
 * instants that move on, a rank that goes up and down, a text that changes, a member that comes and goes.
 */
export function noiseFrom(random: () => number): Change {
  let calls = 0;
  return {
    offer: (offer) => {
      calls += 1;
      const parameters = offer['parameters'];
      const ownObject = parameters !== undefined && isJsonObject(parameters) ? parameters : {};
      return {
        ...offer,
        updated_at: Number(offer['updated_at']) + calls,
        parameters: {
          ...ownObject,
          views: 1_000 + calls,
          request_id: `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`,
          token: hex(random, 32),
          rank: Math.floor(random() * 10),
          banner: BANNERS[Math.floor(random() * BANNERS.length)] ?? '',
          ...(random() < 0.3 ? { hot: true } : {}),
        },
      };
    },
  };
}
