import { createRequire } from 'node:module';
import type fastCheck from 'fast-check' with { 'resolution-mode': 'require' };

export type { Arbitrary } from 'fast-check' with { 'resolution-mode': 'require' };

const loaded = createRequire(import.meta.url)('fast-check') as { default: typeof fastCheck };

/** The fast-check that the program itself loads, so that its values and those of the tests can be combined. */
export const fc: typeof fastCheck = loaded.default;

// The same values on every run: a test that failed fails again when it is run alone.
fc.configureGlobal({ seed: 20251130 });
