import type { PathNode } from './createTemplates';

/** Where a value stands in one answer. */
export interface Place {
  readonly path: PathNode;
  readonly parent?: Place;
  /** The last step: a name or an index. */
  readonly step?: string | number;
}

const escaped = (step: string | number): string => String(step).replaceAll('~', '~0').replaceAll('/', '~1');

/** A place as a JSON Pointer (RFC 6901). */
export function pointerTo(place: Place): string {
  const steps: string[] = [];
  for (let at: Place | undefined = place; at?.step !== undefined; at = at.parent)
    steps.push(escaped(at.step));
  return steps
    .map((step) => `/${step}`)
    .reverse()
    .join('');
}
