/** Two bodies that differ in few places. */
export interface DocumentPair {
  readonly name: string;
  readonly v1: string;
  readonly v2: string;
}

const HOUR = 3_600;

/** One envelope as v1 lists them, about 1.1 KB. */
const envelope = (id: number) => ({
  type: 'accounts',
  id: String(id),
  attributes: {
    ...{ title: `Account ${id}`, slug: `account-${id}`, game_slug: 'world-of-warcraft', status: 'Listed' },
    description: `Level ${id % 80}, all quests done. `.repeat(12),
    ...{ server: 'eu-west', level_up_method: 'Handmade', ign: `player${id}`, price: (id % 997) + 0.25 },
    data: { level: id % 80, gold: id * 7, faction: 'alliance', mounts: [1, 2, id] },
    ...{ trend_score: 0, is_featured: false, is_rare: id % 7 === 0, is_discounted: false },
    images: [`https://images.example/${id}/1.png`, `https://images.example/${id}/2.png`],
    ...{ created_at: 1_700_000_000 + id * HOUR, sold_at: null, updated_at: 1_700_000_000 + id * HOUR },
  },
});

const text = (data: unknown): string => JSON.stringify({ data });

/** Documents of the two sizes that are promised, each next to one with every hundredth price another. */
export function comparisonDocuments(): readonly DocumentPair[] {
  const page = Array.from({ length: 1_100 }, (_, at) => envelope(at + 1));
  const dearer = page.map((one, at) =>
    at % 100 === 50 ? { ...one, attributes: { ...one.attributes, price: one.attributes.price * 100 } } : one,
  );
  const small = Array.from({ length: 20_000 }, (_, at) => ({ id: at, price: at % 89, tag: `t${at % 13}` }));
  const changed = small.map((one, at) => (at % 1_000 === 500 ? { ...one, price: one.price + 1 } : one));
  const numbers = Array.from({ length: 20_000 }, (_, at) => (at * 7_919) % 20_011);
  return [
    { name: '1 MB of envelopes, 11 prices changed', v1: text(page), v2: text(dearer) },
    {
      name: '1 MB of envelopes, the last first',
      v1: text(page),
      v2: text([...page.slice(-1), ...page.slice(0, -1)]),
    },
    { name: '20,000 objects, 20 changed', v1: text(small), v2: text(changed) },
    {
      name: '20,000 objects, 20 missing',
      v1: text(small),
      v2: text(small.filter(({ id }) => id % 1_000 !== 7)),
    },
    {
      name: '20,000 numbers, turned round',
      v1: text(numbers),
      v2: text(numbers.toReversed()),
    },
    {
      name: '20,000 numbers, all others',
      v1: text(numbers),
      v2: text(numbers.map((one) => one * 100 + 1)),
    },
  ];
}
