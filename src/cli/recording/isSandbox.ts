import { z } from 'zod';
import { askControl } from '../../sandbox/control/askControl';

const faults = z.object({ data: z.array(z.unknown()) });

/** True for a marketplace of our own on this machine: it alone has a control API, and shows it to this machine alone. */
export async function isSandbox(origin: string): Promise<boolean> {
  const answer = await askControl(origin, 'GET', '/faults');
  return answer.kind === 'answered' && answer.status === 200 && faults.safeParse(answer.body).success;
}
