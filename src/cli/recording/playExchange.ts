import type { Compare } from '../../comparison/comparison';
import type { Privacy } from '../../comparison/createPrivacy';
import { keep } from '../../comparison/keep';
import { maskBody } from '../../comparison/maskBody';
import type { Observed } from '../../comparison/observed';
import type { RecordedExchange } from '../../comparison/recordedExchange';
import type { Gateway } from '../../gateway/gateway';
import { answerOf } from '../../http/shadow/answerOf';
import { requestText } from '../../http/shadow/requestText';

/** What exchanges are played with. */
export interface PlayParts {
  readonly gateway: Gateway;
  readonly compare: Compare;
  readonly privacy: Privacy;
  readonly epoch: string;
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
}

/** What stands in an observation that came to nothing: only its outcome counts. */
const nothing = { differences: [], request: '', signature: '', caller: '' };

/** Plays one recorded request through the translation and holds the answer against the recorded one. */
export async function playExchange(
  exchange: RecordedExchange,
  parts: PlayParts,
): Promise<Observed | undefined> {
  const { gateway, compare, privacy, epoch, authorization, signal } = parts;
  const { id, at, method, target, sent, status, headers, body } = exchange;
  const route = gateway.match(method, target);
  if (route?.ok !== true) return undefined;
  const { name: operation, resource } = route.value.operation;
  const handled = await gateway.handle({
    ...{ id, route: route.value, authorization, gone: signal },
    contentType: sent === undefined ? undefined : 'application/json',
    body: Buffer.from(sent ?? ''),
  });
  const seen = { id, at, epoch, resource, operation };
  const v2 = answerOf(handled);
  if (!v2.ok) return { ...seen, ...nothing, outcome: v2.failure };
  // Secrets are not in the recording: they are taken out of the other side as well.
  const open: Privacy = { ...privacy, mayKeep: (path) => !privacy.isSecret(path) };
  const v1 = { status, headers, body };
  const played = { ...v2.value, body: maskBody(v2.value.body, open) };
  const compared = compare(v1, played, operation);
  if (!compared.ok) return { ...seen, ...nothing, outcome: compared.reason };
  const pair = { ...seen, caller: '', request: requestText(method, target), v1, v2: played, raw: [] };
  return keep(pair, compared, undefined, { privacy, epoch });
}
