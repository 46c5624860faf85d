import { InvalidArgumentError } from 'commander';

/** Reads a whole number from 1 given on the command line. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1.');
  return Number(text);
}
