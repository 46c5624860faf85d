import { z } from 'zod';
import { text, settingFacts as facts } from './settingKinds';

/** Settings of the staged cutover. */
export const cutoverSettings = z
  .strictObject({
    plan: text().optional().register(facts, {
      about: 'Plan of the cutover (see `lifeboat plan`); without it only people move.',
      wants: 'the path of a YAML file',
      example: 'plan.yaml',
      file: true,
    }),
    start: z.enum(['v1', 'v2']).default('v2').register(facts, {
      about:
        'Side that answers for a resource that was never moved, while v1 lives: v1 for a staged cutover.',
      wants: 'v1 or v2',
    }),
    approvals: z.int().min(1).max(2).default(1).register(facts, {
      about:
        'People that a move forward takes: 2 lets somebody else approve it. Moves back and kills never wait.',
      wants: '1 or 2',
    }),
    seed: text().default('lifeboat').register(facts, {
      about: 'Seed that selects the callers of a canary; a different text selects anew.',
      wants: 'a text',
    }),
    fallback: z.enum(['on', 'off']).default('on').register(facts, {
      about: 'Lets v1 answer requests that v2 provably could not, while v1 lives.',
      wants: 'on or off',
    }),
    limitedWrites: z.enum(['canary', 'on', 'off']).default('canary').register(facts, {
      about:
        'Lets v1 take a write that v2 has refused by its rate limit (429), while v1 lives: in a canary, or on at stage v2 as well.',
      wants: 'canary, on or off',
    }),
    readsFromV2: z.enum(['on', 'off']).default('off').register(facts, {
      about:
        'Lets v2 answer the reads of callers outside a canary while v1 keeps failing, of operations compared enough for the gate.',
      wants: 'on or off',
    }),
    end: z.iso.datetime({ offset: true }).optional().register(facts, {
      about:
        'Instant at which this gateway itself ends; named in the Sunset header of every v1 answer in place of `sunset`.',
      wants: 'an instant such as 2026-06-30T00:00:00Z',
      example: '2026-06-30T00:00:00Z',
    }),
  })
  .prefault({});
