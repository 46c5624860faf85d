import type { Field } from '../contract/field';
import type { Json } from '../contract/json';

const ordinary: Readonly<Record<Field['kind'], readonly [Json, Json]>> = {
  text: ['', 'other'],
  integer: [0, 1],
  number: [0, 1],
  boolean: [false, true],
  timestamp: [0, 1],
  date: [0, 1],
  money: ['0', '1'],
  freeObject: [{}, { other: true }],
  object: [{}, { other: true }],
  list: [[], ['other']],
};

/** Values of a field's kind that are not the given one; null too where the field takes it. */
export function otherValues({ kind, nullable }: Field, than: Json | undefined): readonly Json[] {
  const candidates = nullable ? [null, ...ordinary[kind]] : ordinary[kind];
  const same = JSON.stringify(than);
  return candidates.filter((value) => JSON.stringify(value) !== same);
}
