import type { Rule } from '../validation/rule';
import { findGame, findGameById } from './findGame';
import type { Game, Service } from './game';

/** How a body names a game. */
interface NamesGame {
  readonly game?: unknown;
  readonly game_id?: unknown;
}

/** Whether a body names a game, be it one that exists or not. */
export const namesGame = ({ game, game_id: id }: NamesGame): boolean => game != null || id != null;

/** The game that a body names, by slug or id; undefined when it names none that exists. */
export function gameNamed({ game, game_id: id }: NamesGame): Game | undefined {
  if (typeof game === 'string') return findGame(game);
  return typeof id === 'number' ? findGameById(id) : undefined;
}

/** The game of a body that keeps the rules below. Throws for one that was not checked. */
export function requiredGame(body: NamesGame): Game {
  const game = gameNamed(body);
  if (game === undefined) throw new Error('a body was not checked for its game');
  return game;
}

/** A game that is named must have the service. */
export const gameHas =
  (service: Service): Rule =>
  (body) => {
    const named = gameNamed(body);
    if (named?.services.includes(service) === true) return {};
    if (body.game != null) return { game: ['The selected game is invalid.'] };
    return body.game_id == null ? {} : { game_id: ['The selected game id is invalid.'] };
  };

/** Either the slug or the id of a game is required (spec 4.2). */
export const gameRequired: Rule = (body) => {
  if (namesGame(body)) return {};
  return {
    game_id: ['The game id field is required when game is not present.'],
    game: ['The game field is required when game id is not present.'],
  };
};
