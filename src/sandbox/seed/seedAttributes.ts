import type { Attribute, Game } from '../games/game';
import type { Random } from './random';

/** Attributes of an account that keep every rule of its game; optional ones come in half of the cases. */
export function seedAttributes(game: Game, random: Random): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    game.attributes
      .filter((attribute) => attribute.required || random.once(2))
      .map((attribute) => [attribute.name, valueOf(attribute, random)]),
  );
}

function valueOf(attribute: Attribute, random: Random): unknown {
  const [first = 'comet', ...rest] = attribute.values ?? ['comet', 'tide 7', 'größe'];
  switch (attribute.type) {
    case 'string':
      return random.pick([first, ...rest]);
    case 'integer':
      return random.between(attribute.minimum ?? 0, attribute.maximum ?? 1_000);
    case 'boolean':
      return random.once(2);
    case 'array':
      return [first, ...rest].filter(() => random.once(2));
  }
}
