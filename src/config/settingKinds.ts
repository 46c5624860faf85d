import { z } from 'zod';
import { settingFacts as facts } from './settingFacts';

/** What a store holds to keep nothing on disk. */
export const MEMORY = 'memory';

/** A text that says something. */
export const text = () => z.string().min(1);

/** A text that nobody else may know; the example is too short to be taken as it stands. */
export const secret = (about: string) =>
  z.string().min(32).optional().register(facts, {
    about,
    wants: 'a text of at least 32 characters; make one with: openssl rand -hex 32',
    example: 'openssl rand -hex 32',
    secret: true,
  });

/** A whole number within limits. */
export const count = (preset: number, least: number, most: number, about: string, wants: string) =>
  z.int().min(least).max(most).default(preset).register(facts, { about, wants });

/** A time that is neither none nor for ever. */
export const milliseconds = (preset: number, about: string) =>
  count(preset, 100, 600_000, about, 'milliseconds from 100 to 600000');

/** A port to listen on. */
export const port = (preset: number, about: string) =>
  z
    .int()
    .min(0)
    .max(65_535)
    .default(preset)
    .register(facts, { about, wants: 'a port from 0 (any free one) to 65535' });

/** An address to listen on. */
export const host = (about: string) =>
  z
    .string()
    .regex(/^[a-z0-9.:_-]+$/i)
    .default('127.0.0.1')
    .register(facts, { about, wants: 'a host name or address, without scheme, brackets or port' });
