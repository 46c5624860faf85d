import { InvalidArgumentError } from 'commander';

/** Reads a port given on the command line; 0 asks for any free one. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (port > 65_535) throw new InvalidArgumentError('A port is a number from 0 (any free one) to 65535.');
  return port;
}
