import type { Running } from '../machine/startProcess';
import { adminOf } from './adminOf';
import { startLifeboat } from './startLifeboat';

const TOKEN = 'a-token-that-only-this-bench-knows';

/** Which two APIs, and how many of the answers are compared. */
export interface Shadowing {
  readonly v1: string;
  readonly v2: string;
  /** Percent. */
  readonly sample: number;
  readonly resource: string;
  readonly checkout: string;
}

/** Starts a gateway that answers a resource from v1 and compares it with v2. */
export async function startShadowing({ v1, v2, sample, resource, checkout }: Shadowing): Promise<Running> {
  const environment = {
    LIFEBOAT_UPSTREAM_V1: v1,
    LIFEBOAT_SUNSET: '2099-01-01T00:00:00Z',
    LIFEBOAT_CUTOVER_START: 'v1',
    LIFEBOAT_ADMIN_TOKEN: TOKEN,
    LIFEBOAT_COMPARISON_SAMPLE: `${sample}`,
    LIFEBOAT_COMPARISON_CONTROLS: '0',
    LIFEBOAT_COMPARISON_REQUESTS_PER_MINUTE: '10000',
  };
  const gateway = await startLifeboat({ v2, checkout, environment });
  const change = { kind: 'move', to: { kind: 'shadow' } };
  await changeStage(gateway, { resource, change, reason: 'bench' });
  return gateway;
}

/** Changes the stage of a resource, or holds it, as the admin page takes it. */
export async function changeStage(
  gateway: Running,
  change: { readonly resource: string; readonly change: object; readonly reason: string },
): Promise<void> {
  const response = await fetch(`${adminOf(gateway)}/cutover/changes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...change, actor: 'bench' }),
  });
  if (!response.ok) throw new Error(`not moved: ${await response.text()}`);
}
