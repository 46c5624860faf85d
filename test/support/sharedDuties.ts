import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SharedGateway } from './sharedGateways.ts';
import { ask } from './talk.ts';

/** Most requests of one key in a minute, over all gateways. */
export const LIMIT = 1_200;

/** Time (ms) between two requests of the key that exceeds it. */
const STEP = 25;

/** Time (ms) for which it is used: each process begins one window only. */
const USED = 50_000;

const localMinute = (at: number): string => new Date(at).toISOString().slice(0, 16);

/** Writes a plan that moves three resources and starts a brownout at the next two full minutes. Returns its file. */
export function writeSharedPlan(folder: string): string {
  const next = Date.now() + 60_000;
  const step = (resource: string, at: number) =>
    `  - { resource: ${resource}, to: shadow, notBefore: ${localMinute(at)}, require: { dwell: 0 } }`;
  const lines = [
    'advance: automatic',
    'steps:',
    ...[step('account', next), step('item-offer', next), step('currency-order', next + 60_000)],
    'brownouts:',
    `  - { at: ${localMinute(next)}, minutes: 1, resources: [item-offer] }`,
  ];
  const file = join(folder, 'plan.yaml');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** Options of Node.js that set the clock of a process and its workers forward by so many ms, or back. */
export const clockApart = (milliseconds: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(
    `const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ${milliseconds}); }
      static now() { return Real.now() + ${milliseconds}; }
    };`,
  )}`;

/** Uses one key at all gateways, more often than it may, until `isOver`. Returns the number of admitted requests. */
export async function exceedLimit(
  pick: () => SharedGateway | undefined,
  isOver: () => boolean,
): Promise<number> {
  const headers = { Authorization: 'Bearer key-limited' };
  const askedPromise: Promise<boolean>[] = [];
  for (const end = Date.now() + USED; !isOver() && Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, STEP));
    const gateway = pick();
    if (gateway === undefined) continue;
    const path = `/v1/accounts/${askedPromise.length + 1}`;
    // A request that is cut off by a kill may have been admitted, or not.
    askedPromise.push(
      ask(gateway.origin, { method: 'GET', path, headers }).then(({ status }) => ![0, 429].includes(status)),
    );
  }
  return (await Promise.all(askedPromise)).filter(Boolean).length;
}
