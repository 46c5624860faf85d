import type { Json } from '../../contract/json';
import { convert } from '../amounts/convert';
import { MICRO_PLACES, type Micros } from '../amounts/micros';
import { microsOf } from '../amounts/microsOf';
import { printShortest } from '../amounts/printShortest';
import { readDecimal } from '../amounts/readDecimal';
import { roundHalfEven } from '../amounts/roundHalfEven';
import type { NumberEdit } from './edit';

function edited(micros: Micros, edit: NumberEdit): Micros {
  switch (edit.kind) {
    case 'multiply':
      return convert(micros, microsOf(edit.by));
    case 'add':
      return micros + microsOf(edit.by);
    case 'round': {
      const unit = 10n ** BigInt(MICRO_PLACES - edit.places);
      return roundHalfEven(micros, unit) * unit;
    }
  }
}

/** A number or decimal text with another value, written as it was; anything else, and more than six places, stays. */
export function editNumber(value: Json, edit: NumberEdit): Json {
  if (typeof value !== 'number' && typeof value !== 'string') return value;
  const micros = readDecimal(String(value));
  if (micros === undefined) return value;
  const text = printShortest(edited(micros, edit));
  return typeof value === 'number' ? Number(text) : text;
}
