import { isDeepStrictEqual } from 'node:util';
import { joinPath } from '../../contract/joinPath';

/** A place inside two values at which they differ; undefined on the side that has nothing there. */
export interface UnlikePlace {
  /** e.g. `body.data.attributes.views`, empty for the whole. */
  readonly path: string;
  readonly expected: unknown;
  readonly got: unknown;
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined;

/** The innermost places at which two JSON values differ, in their order. */
export function unlikePlaces(expected: unknown, got: unknown, path = ''): readonly UnlikePlace[] {
  if (isDeepStrictEqual(expected, got)) return [];
  const [one, other] = [membersOf(expected), membersOf(got)];
  if (one === undefined || other === undefined || Array.isArray(expected) !== Array.isArray(got)) {
    return [{ path, expected, got }];
  }
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => unlikePlaces(one[name], other[name], joinPath(path, name)));
}
