import type { Plot } from '../plot';
import { eachScene } from './eachScene';
import { listScene } from './listScene';
import { lookupScene } from './lookupScene';
import { objectScene } from './objectScene';
import type { Cast, Scene } from './scene';

/** A request of an operation, and v2 while it holds the objects of the cast. */
export function sceneOf(plot: Plot, cast: Cast): Scene {
  const { list, each, lookup } = plot.operation;
  if (list !== undefined) return listScene(plot, list, cast);
  if (each !== undefined) return eachScene(plot, each, cast);
  return lookup === undefined ? objectScene(plot, cast) : lookupScene(plot, lookup, cast);
}

/** How many objects one request can be answered with. */
export const widthOf = ({ operation: { list, each } }: Plot): number =>
  list?.most ?? (each === undefined ? 1 : Infinity);
