/**
 * Trial of the laws by a reload, and by a check that is told no other: enough runs to find a mistake, few enough to be
 * quick. A broken law is found again by everyone who investigates it, because the seed is fixed.
 */
export const usualTrial = { runs: 20, seed: 20_251_130 };
