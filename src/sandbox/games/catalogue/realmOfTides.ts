import type { Game } from '../game';

/** A role-playing game with servers, factions and gold. */
export const realmOfTides: Game = {
  id: 2,
  slug: 'realm-of-tides',
  name: 'Realm of Tides',
  acronym: 'RoT',
  services: ['accounts', 'items', 'currencies'],
  servers: ['Frostmere', 'Goldhaven', 'Ironreach', 'Sørhavn'],
  attributes: [
    { name: 'class', type: 'string', required: true, values: ['warrior', 'mage', 'priest', 'rogue'] },
    { name: 'item_level', type: 'integer', required: false, minimum: 0, maximum: 700 },
    { name: 'faction', type: 'string', required: false, values: ['Crown', 'Tide'] },
  ],
  collections: [{ slug: 'mounts', name: 'Mounts', items: ['storm-drake', 'reef-stag', 'sand-runner'] }],
  currencyUnit: { slug: 'gold', currency_name: 'Gold', name: 'thousand gold', symbol: 'K', multiplier: 1000 },
};
