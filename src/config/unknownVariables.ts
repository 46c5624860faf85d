import type { Environment } from '../config';
import { didYouMean } from '../document/didYouMean';
import type { ConfigFault } from './configFault';
import { leaves } from './leaves';

const OURS = 'LIFEBOAT_';
/** Names for key values that an exchange table refers to; theirs to choose. */
const KEY_VALUES = 'LIFEBOAT_KEY_';

/** A variable that looks like a setting and is none: most likely a slip that would go unnoticed. */
export function unknownVariables(environment: Environment): ConfigFault[] {
  const known = leaves.map(({ variable }) => variable);
  return Object.keys(environment)
    .filter((name) => name.startsWith(OURS) && !name.startsWith(KEY_VALUES) && !known.includes(name))
    .toSorted()
    .map((name) => {
      // The prefix is the same in all of them and would make any two look alike.
      const words = new Map(known.map((variable) => [variable.slice(OURS.length), variable]));
      const meant = didYouMean(name.slice(OURS.length), words.keys());
      const hint = meant?.replace('"', `"${OURS}`) ?? 'unset it; `lifeboat config` shows all settings';
      return {
        kind: 'named',
        place: name,
        code: 'unknown-variable',
        message: 'is not a setting',
        hint,
      };
    });
}
