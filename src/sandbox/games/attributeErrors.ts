import { isJsonObject, type JsonObject } from '../../contract/json';
import type { FieldErrors } from '../validation/checked';
import { attributeFault } from './attributeFault';
import type { Attribute, Game } from './game';

/** Checks account data against the attributes of the game (spec 4.2: "the shape per game comes from the template"). */
export function attributeErrors(
  data: JsonObject[string],
  attributes: (game: Game) => readonly Attribute[],
  game: Game | undefined,
): FieldErrors {
  const members = Array.isArray(data) ? {} : data;
  if (game === undefined || !isJsonObject(members)) return {};
  return Object.fromEntries(
    attributes(game).flatMap((attribute) => {
      const field = `account_data.${attribute.name}`;
      const fault = attributeFault(attribute, members[attribute.name], field);
      return fault === undefined ? [] : [[field, [fault]]];
    }),
  );
}
