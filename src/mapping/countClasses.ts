import type { LossClass } from './ledger';

const classes: readonly LossClass[] = ['exact', 'converted', 'guessed', 'synthesized'];

/** How many lines have which class: `12 exact, 3 converted, 0 guessed, 1 synthesized`. */
export const countClasses = (lines: readonly { readonly class: LossClass }[]): string =>
  classes.map((name) => `${lines.filter((line) => line.class === name).length} ${name}`).join(', ');
