import { InvalidArgumentError } from 'commander';

/** Reads a share such as `0.5%`, from 0% to below 100%, as a number from 0 to below 1. */
export function parseShare(text: string): number {
  const [, digits] = /^(\d{1,2}(?:\.\d{1,4})?)%$/.exec(text) ?? [];
  if (digits === undefined) throw new InvalidArgumentError('It is a percentage below 100%, such as 0.5%.');
  return Number(digits) / 100;
}
