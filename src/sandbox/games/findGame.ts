import type { Game } from './game';
import { games } from './games';

const byId = new Map(games.map((game) => [game.id, game]));
const bySlug = new Map(games.map((game) => [game.slug, game]));

/** The game with this slug, if the marketplace has it. */
export const findGame = (slug: string): Game | undefined => bySlug.get(slug);

/** The game with this id, if the marketplace has it. */
export const findGameById = (id: number): Game | undefined => byId.get(id);

/** The game of a stored offer. Throws when the store names a game that this version does not have. */
export function gameOf(offer: { readonly game_id: number | null }): Game {
  const game = byId.get(offer.game_id ?? 0);
  if (game === undefined) throw new Error(`the store names game ${offer.game_id}, which does not exist`);
  return game;
}
