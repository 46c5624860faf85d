import { createHash } from 'node:crypto';

/** A buyer as orders keep him: an id that follows from the name, and the name censored (spec 2.3). */
export function buyerColumns(name: string) {
  const first = Array.from(name).at(0) ?? '';
  const last = Array.from(name).at(-1) ?? '';
  return {
    buyer_id: createHash('sha256').update(name).digest().readUInt32BE(0) >>> 1,
    buyer_username: `${first}***${last}`,
  };
}
