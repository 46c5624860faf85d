import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { shippedFolder } from '../../../support/shipped.ts';

/** The file that the tests change. */
export const FILE = 'currency-offer.yaml';

/** The mapping as shipped. */
export const straight = readFileSync(join(shippedFolder, FILE), 'utf8');

/** The same with two attributes swapped: an answer made half of each has one value twice. */
export const crossed = straight.replace('  uuid: uuid\n  title: title\n', '  uuid: title\n  title: uuid\n');

/** An invalid mapping: its source does not exist in v2. */
export const broken = straight.replace('game_slug: game.slug', 'game_slug: game.slog');

const shown = z.object({
  data: z.object({ attributes: z.object({ uuid: z.string(), title: z.string() }) }),
});

/** The two attributes of an answer. */
export function pairOf(body: string): string {
  const { uuid, title } = shown.parse(JSON.parse(body)).data.attributes;
  return `${uuid} / ${title}`;
}

/** The pairs for the sample offer. */
export const pairs = { straight: 'the uuid / the title', crossed: 'the title / the uuid' };
