import type { RecordedExchange } from '../../comparison/recordedExchange';
import { SCRUBBED } from '../../comparison/scrub';

/** As it stands in a query, where brackets are escaped. */
const ESCAPED = new URLSearchParams({ '': SCRUBBED }).toString().slice(1);

/** True where a secret was in the request: it is not recorded. */
export const hasSecret = ({ target, sent = '' }: RecordedExchange): boolean =>
  [target, sent].some((text) => text.includes(SCRUBBED)) || target.includes(ESCAPED);
