import type { Privacy } from './createPrivacy';
import { differingSecrets } from './differingSecrets';
import { maskBody } from './maskBody';
import type { Pair } from './pair';
import { rememberPrivacy } from './rememberPrivacy';
import type { Sample } from './sample';
import type { SeenAnswer } from './seenAnswer';

/** Makes of a pair what may be shown of it. */
export function sampleOf({ id, at, resource, operation, v1, v2, raw }: Pair, privacy: Privacy): Sample {
  const remembered = rememberPrivacy(privacy);
  const masked = ({ status, body }: SeenAnswer) => ({ status, body: maskBody(body, remembered) });
  const secrets = differingSecrets(v1.body, v2.body, remembered);
  return {
    ...{ id, at, resource, operation, v1: masked(v1), v2: masked(v2), raw: raw.map(masked) },
    ...(secrets.length === 0 ? {} : { secrets: [...secrets] }),
  };
}
