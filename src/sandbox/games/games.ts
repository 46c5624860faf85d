import { emberfallLegends } from './catalogue/emberfallLegends';
import { harvestIsle } from './catalogue/harvestIsle';
import { realmOfTides } from './catalogue/realmOfTides';
import { steelfrontTactics } from './catalogue/steelfrontTactics';
import { voidRacers } from './catalogue/voidRacers';
import type { Game } from './game';

/** The games of the marketplace, by id. They are reference data: the same in every sandbox, so not stored. */
export const games: readonly [Game, ...Game[]] = [
  emberfallLegends,
  realmOfTides,
  steelfrontTactics,
  harvestIsle,
  voidRacers,
];
