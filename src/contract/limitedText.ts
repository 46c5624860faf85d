import { z } from 'zod';

/** Text of at most `most` characters, counted as code points (so an emoji is one), not as UTF-16 units. */
export const limitedText = (most: number) =>
  z
    .string()
    .refine((text) => text.length <= most || Array.from(text).length <= most, {
      params: { rule: 'maxLength', bound: most },
    })
    .meta({ maxLength: most });
