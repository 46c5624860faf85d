import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BrokenLaw, countTrials, stepThroughLaws, type TryOptions } from '../../laws/tryLaws';
import type { Mappings } from '../../mapping/loadMappings';
import { lineAt } from './lineAt';

/** What trying the laws found out. */
export interface LawFindings extends TryOptions {
  /** Properties tried, each `runs` times. */
  readonly properties: number;
  /** The broken ones, each with the text of the mapping line at fault. */
  readonly broken: readonly (BrokenLaw & { readonly text?: string })[];
}

/** Tries the laws on every resource. */
export async function lawFindings(
  { resources, documents }: Mappings,
  options: TryOptions,
  progress: (done: number, of: number) => void,
): Promise<LawFindings> {
  const properties = resources.reduce((count, resource) => count + countTrials(resource), 0);
  const broken: LawFindings['broken'][number][] = [];
  let done = 0;
  for (const resource of resources) {
    for (const found of stepThroughLaws(resource, options)) {
      broken.push(...found.map((law) => ({ ...law, ...lineAt(documents, law.place) })));
      done += 1;
      progress(done, properties);
      // A signal ends the command between two properties.
      await nextTurn();
    }
  }
  return { ...options, properties, broken };
}
