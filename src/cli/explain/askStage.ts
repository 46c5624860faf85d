import { z } from 'zod';
import type { Result } from '../../translation/result';
import type { CallControl } from '../stage/openControl';

const decision = z.object({ side: z.string(), sentence: z.string() });

/** Whose stage is asked for. */
interface Asked {
  readonly resource: string;
  /** Fingerprint of the key; `-` without one. */
  readonly caller: string;
}

/** Who answers a caller now, as the running gateway decides it; says plainly when it cannot be asked. */
export async function askStage(
  control: Result<CallControl, readonly string[]>,
  { resource, caller }: Asked,
): Promise<string> {
  const answer = control.ok ? await control.value(`/decisions/${resource}/${caller}`) : control;
  const page = answer.ok ? decision.safeParse(answer.value) : undefined;
  if (page?.success === true) {
    const { side, sentence } = page.data;
    return side === 'v2' ? sentence : `${sentence} (explained is what v2 would answer)`;
  }
  const reason = answer.ok ? 'another version of Lifeboat' : [answer.failure].flat().join(' ');
  return `v2, as explained here; which stage ${resource} is at is not known: ${reason}`;
}
