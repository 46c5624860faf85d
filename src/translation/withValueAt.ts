import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import type { Step } from './rule';
import { valueAt } from './valueAt';

/** A copy of `root` with the value at a path replaced; objects on the way are made where they are missing. */
export function withValueAt(root: Json | undefined, [step, ...rest]: readonly Step[], value: Json): Json {
  if (step === undefined) return value;
  const object: JsonObject = isJsonObject(root) ? { ...root } : {};
  const inner = valueAt(object, [step]);
  const others = Object.entries(object).filter(([name]) => name !== step.alsoNamed);
  return { ...Object.fromEntries(others), [step.name]: withValueAt(inner, rest, value) };
}

/** A copy of `root` without what stands at a path. */
export function withoutValueAt(root: Json, path: readonly Step[]): Json {
  const last = path.at(-1);
  const around = path.slice(0, -1);
  const object = valueAt(root, around);
  if (last === undefined || !isJsonObject(object)) return root;
  const others = Object.entries(object).filter(([name]) => name !== last.name && name !== last.alsoNamed);
  return withValueAt(root, around, Object.fromEntries(others));
}
