import type { Game } from './game';

/** A game as offers and orders show it (spec 2.2). */
export const showGameRelation = ({ id, name, slug }: Game) => ({ id, name, slug });
