import { type Codec, misfit } from '../codec';
import { LATEST_SECOND } from '../../contract/kinds';
import { isoSecond, readIsoSecond } from '../isoSecond';

/** How v1 writes dates; one setting per mapping file. */
export type DateStyle = 'unix' | 'iso' | 'isoMilliseconds' | 'isoMicroseconds';

const endings: Readonly<Record<Exclude<DateStyle, 'unix'>, string>> = {
  iso: 'Z',
  isoMilliseconds: '.000Z',
  isoMicroseconds: '.000000Z',
};

/** 2024-01-15T10:30:00Z, for people. */
const EXAMPLE = 1_705_314_600;
const seconds = 'Unix seconds';

const isSecond = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LATEST_SECOND;

/**
 * v2 Unix seconds, v1 a date in the given style, always UTC: no local time zone takes part.
 * Milliseconds (above 1e11) do not fit.
 */
export function date(style: DateStyle): Codec {
  const fits: Codec['fits'] = (v2, v1) => v2 === 'timestamp' && v1 === 'date';
  if (style === 'unix') {
    const check = (value: unknown) => (isSecond(value) ? value : misfit);
    const writes = { v1: seconds, v2: seconds };
    return { name: 'date', exact: true, writes, fits, read: check, write: check };
  }
  const ending = endings[style];
  const example = isoSecond(EXAMPLE) + ending;
  return {
    name: 'date',
    exact: false,
    writes: { v1: `ISO 8601 text in UTC, such as \`${example}\``, v2: seconds },
    fits,
    read: (v2) => (isSecond(v2) ? isoSecond(v2) + ending : misfit),
    write: (v1) => {
      const second = typeof v1 === 'string' ? readIsoSecond(v1) : undefined;
      return isSecond(second) ? second : misfit;
    },
  };
}
