import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { PathStep } from './translationRule';

/** The value at a path; undefined when some step is missing. */
export function valueAt(root: Json | undefined, path: readonly PathStep[]): Json | undefined {
  let value = root;
  for (const { name, alsoNamed } of path) {
    if (!isJsonObject(value)) return undefined;
    const own = value[name];
    value = alsoNamed === undefined ? own : (own ?? value[alsoNamed] ?? own);
  }
  return value;
}

/** A copy of `root` with the value at a path replaced; objects on the way are made where they are missing. */
export function withValueAt(root: Json | undefined, [step, ...rest]: readonly PathStep[], value: Json): Json {
  if (step === undefined) return value;
  const object: JsonObject = isJsonObject(root) ? { ...root } : {};
  const inner = valueAt(object, [step]);
  const others = Object.entries(object).filter(([name]) => name !== step.alsoNamed);
  return { ...Object.fromEntries(others), [step.name]: withValueAt(inner, rest, value) };
}

/** A copy of `root` without what stands at a path. */
export function withoutValueAt(root: Json, path: readonly PathStep[]): Json {
  const last = path.at(-1);
  const around = path.slice(0, -1);
  const object = valueAt(root, around);
  if (last === undefined || !isJsonObject(object)) return root;
  const others = Object.entries(object).filter(([name]) => name !== last.name && name !== last.alsoNamed);
  return withValueAt(root, around, Object.fromEntries(others));
}

/** Plain names as steps. */
export const steps = (path: readonly string[]): readonly PathStep[] => path.map((name) => ({ name }));

/** A dotted path as steps. */
export const stepsTo = (path: string): readonly PathStep[] => steps(path.split('.'));
