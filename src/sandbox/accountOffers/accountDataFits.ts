import { attributeErrors } from '../games/attributeErrors';
import { attributesOf } from '../games/attributesOf';
import type { Game } from '../games/game';
import { gameNamed, namesGame } from '../games/gameRules';
import type { Rule } from '../validation/rule';

/** Account data must fit the game that the body names, or else the game that the offer has. */
export const accountDataFits =
  (current?: Game): Rule =>
  (body) =>
    attributeErrors(body.account_data, attributesOf, namesGame(body) ? gameNamed(body) : current);
