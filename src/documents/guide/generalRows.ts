import type { GeneralRow } from './guide';

/** What changes for every operation, with the place it is known from. */
export const generalRows: readonly GeneralRow[] = [
  {
    topic: 'Key',
    v1: '`Authorization: Bearer KEY`',
    v2: '`Authorization: Bearer KEY`',
    difference: 'The same header. Two keys may be active at once, so change over without a gap (spec 5).',
  },
  {
    topic: 'One resource',
    v1: '`data.id`, `data.type`, `data.attributes.title`',
    v2: '`data.id`, `data.title`',
    difference: 'v2 has no envelope: its ids are integers, and nothing names the type (spec 9).',
  },
  {
    topic: 'Dates',
    v1: 'ISO 8601 text or Unix seconds',
    v2: 'Unix seconds',
    difference: 'An integer in every v2 answer (spec 2); the tables say where v1 wrote text.',
  },
  {
    topic: 'Money in answers',
    v1: 'a number',
    v2: 'decimal text',
    difference: 'Read it as a decimal, not as a binary fraction (spec 2).',
  },
  {
    topic: 'Free-form objects',
    v1: '`{}` when empty',
    v2: '`{}` or `[]` when empty',
    difference: 'Take both for an empty object (observed).',
  },
  {
    topic: 'Errors',
    v1: '`message`; for invalid data also `errors`',
    v2: '`message`; for invalid data also `errors`',
    difference:
      'The same shapes (spec 7), but `errors` names v2 fields, and an entry may be one text instead of a list (observed).',
  },
  {
    topic: 'Pages of a list',
    v1: 'up to 1000 items',
    v2: 'up to 50 items',
    difference:
      'Ask with `page` and `per_page`; sort by `id`, because the default order moves between pages (observed).',
  },
  {
    topic: 'Rate limit',
    v1: '500 requests a minute for the whole account',
    v2: '1000 reads and 500 writes a minute for each key',
    difference:
      'Writes to one resource: 5 a minute and 10 an hour. `X-RateLimit-Remaining` says what is left, `Retry-After` how long to wait (observed).',
  },
];
