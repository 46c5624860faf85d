/** Hands out ids of one kind, one after the other. */
export type Ids = () => number;

const from = (first: number): Ids => {
  let next = first;
  return () => next++;
};

/** Ids of a new marketplace. Each kind has a range of its own, so that one id is not taken for another by chance. */
export const createIds = () => ({
  stockOffer: from(7_001),
  accountOffer: from(500_001),
  credential: from(3_000_001),
  order: from(6_000_001),
});
