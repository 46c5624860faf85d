import { z } from 'zod';
import { ask, requestText, talk } from './talk.ts';
import { rehearsal } from './shippedFixtures.ts';
import { serveCli } from './runCli.ts';
import { settingsOnV1 } from './settingsOf.ts';
import { TOKEN } from '../http/admin/support/openAdminPort.ts';
import { reply, type SeenRequest, type ScriptedUpstream, startUpstream } from './upstream.ts';

/** Counts of writes that were under way when their process was killed, by what became of them. */
export interface KilledWrites {
  /** Executed by an upstream, and the client got no answer. */
  readonly unanswered: number;
  /** Of those, how many are not on the list after the restart. */
  readonly unknown: number;
  /** On the list though neither upstream has seen them, or the client got its answer. */
  readonly needless: number;
  /** Answered before the kill. */
  readonly answered: number;
}

const KEYS = 4;

const { request, upstream } = rehearsal('updateCurrencyOffer');
const answered = JSON.stringify(upstream[0]?.answers.body);

const idIn = (path: string): string => /\d+$/.exec(path)?.[0] ?? '';
const listed = z.array(z.object({ target: z.string(), problem: z.string() }));

/** An upstream that has executed every write it has seen, and holds back the answer to all but every eighth. */
async function startHolding(seenSet: Set<string>, changed: () => void): Promise<ScriptedUpstream> {
  let count = 0;
  return startUpstream({
    request: ({ path }: SeenRequest, socket) => {
      const id = idIn(path);
      seenSet.add(id);
      count += 1;
      if (count % 8 === 0) socket.write(reply(200, answered.replaceAll('4711', id)));
      changed();
    },
  });
}

/** Waits until the sets together hold so many; `changed` is to be called with each change. */
function untilSeen(sets: readonly ReadonlySet<string>[], most: number) {
  let reached = (): void => undefined;
  const until = new Promise<void>((resolve) => (reached = resolve));
  const changed = (): void => {
    if (sets.reduce((sum, { size }) => sum + size, 0) >= most) reached();
  };
  return { until, changed };
}

/** A client that writes one offer after the other on one side, until the process has ended; returns those answered. */
async function writeOn(
  gateway: string,
  side: 'v1' | 'v2',
  key: number,
  next: () => number,
): Promise<string[]> {
  const done: string[] = [];
  for (;;) {
    const id = String(next());
    const headers = {
      Authorization: `Bearer key-${key}`,
      'Content-Type': 'application/json',
      'X-Lifeboat-Force': side,
      'X-Lifeboat-Token': TOKEN,
    };
    const path = `/v1/currency-offers/${id}`;
    const text = requestText({ method: 'PATCH', path, headers, body: JSON.stringify(request.body) });
    const { status } = await talk(gateway, text);
    if (status === 0) return done;
    done.push(id);
  }
}

/**
 * Kills a gateway with so many writes under way, half of them translated and half passed on to v1, starts it again, and
 * compares its list of writes with what the upstreams have seen and the clients got.
 */
export async function playKilledWrites(
  cwd: string,
  writes: number,
  { journal = 'process', words = [] }: { readonly journal?: string; readonly words?: readonly string[] } = {},
): Promise<KilledWrites> {
  const [onV1, onV2] = [new Set<string>(), new Set<string>()];
  const { until, changed } = untilSeen([onV1, onV2], writes);
  const v1 = await startHolding(onV1, changed);
  const v2 = await startHolding(onV2, changed);
  const environment = {
    ...settingsOnV1(v1.origin, v2.origin),
    LIFEBOAT_CUTOVER_START: 'v2',
    LIFEBOAT_STORE: 'lifeboat.db',
    LIFEBOAT_LOG_LEVEL: 'error',
    LIFEBOAT_WRITES_JOURNAL: journal,
    LIFEBOAT_COMPARISON_WRITES: 'off',
  };
  const firstEntry = await serveCli(words, { cwd, environment });
  let latestAt = 1_000_000;
  const next = (): number => (latestAt += 1);
  const clients = Array.from({ length: writes }, (_, at) =>
    writeOn(firstEntry.gateway, at % 2 === 0 ? 'v1' : 'v2', at % KEYS, next),
  );
  await until;
  await firstEntry.run.kill();
  const done = new Set((await Promise.all(clients)).flat());

  const second = await serveCli(words, { cwd, environment });
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const page = await ask(second.admin, { path: '/api/writes', headers });
  const knownSet = new Set(listed.parse(JSON.parse(page.body)).map(({ target }) => idIn(target)));
  await second.run.kill();
  await Promise.all([v1.close(), v2.close()]);
  const unanswered = [...onV1, ...onV2].filter((id) => !done.has(id));
  return {
    unanswered: unanswered.length,
    unknown: unanswered.filter((id) => !knownSet.has(id)).length,
    needless: knownSet.size - unanswered.filter((id) => knownSet.has(id)).length,
    answered: done.size,
  };
}
