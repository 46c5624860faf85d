import type { Privacy } from '../../comparison/createPrivacy';
import type { RecordedExchange } from '../../comparison/recordedExchange';
import { scrub } from '../../comparison/scrub';
import type { Upstream } from '../../gateway/upstream';
import { createRawAnswers } from '../../http/shadow/createRawAnswers';
import { hasSecret } from './hasSecret';
import { openRecording } from './openRecording';

/** Looks at what v2 answers while a recording is played, and adds it to another one. */
export interface PairKeeper {
  readonly seen: (upstream: Upstream) => Upstream;
  readonly begin: (exchange: RecordedExchange) => void;
  readonly keep: (exchange: RecordedExchange, privacy: Privacy) => void;
}

/** Most bytes of v2's answers to one request; of a longer one nothing is kept. */
const MOST = 16 * 1024 * 1024;

/** Opens the recording that pairs are added to; without a file nothing is kept. Throws when it cannot be written. */
export function keepPairs(file: string | undefined): PairKeeper {
  if (file === undefined)
    return { seen: (upstream) => upstream, begin: () => undefined, keep: () => undefined };
  const add = openRecording(file);
  const raw = createRawAnswers(MOST);
  return {
    seen: raw.seen,
    begin: ({ id }) => raw.begin(id),
    keep: (exchange, privacy) => {
      const v2 = raw.take(exchange.id);
      const isWhole = exchange.method === 'GET' && !hasSecret(exchange) && v2.length > 0;
      if (isWhole) add([scrub({ ...exchange, v2: [...v2] }, exchange.target, privacy)]);
    },
  };
}
