import { z } from 'zod';
import { buildProgram } from '../peers/buildProgram.ts';
import { outputOf } from './outputOf.ts';

/** Requests: GETs at a rate (a second) whatever comes back, or from lanes that wait for their answers. */
export type Flood = {
  readonly target: string;
  readonly seconds: number;
} & ({ readonly rate: number } | { readonly lanes: number });

const printed = z.object({
  sent: z.number(),
  seconds: z.number(),
  /** By status, or `cut` or `lost`; milliseconds. */
  answers: z.record(z.string(), z.object({ count: z.number(), p50: z.number(), p99: z.number() })),
});

/** Counts of what came back, and until when. */
export type Flooded = z.infer<typeof printed>;

/** Floods a server from a process of its own, and distinguishes statuses, which load tools do not. */
export async function flood(plan: Flood): Promise<Flooded> {
  const [rate, lanes] = 'rate' in plan ? [plan.rate, 0] : [0, plan.lanes];
  const words = [plan.target, rate.toFixed(0), `${plan.seconds}`, `${lanes}`];
  return printed.parse(JSON.parse(await outputOf([process.execPath, buildProgram('flood'), ...words])));
}
