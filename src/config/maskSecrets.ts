import type { Fault } from '../document/fault';
import { leaves } from './leaves';

const secretNames = leaves.filter(({ secret }) => secret === true).map(({ path }) => path.at(-1) ?? '');
const afterSecretName = new RegExp(`((?:${secretNames.join('|')})["']?\\s*:\\s*).+`, 'i');

/** Hides in the quoted line what a settings file may hold and nobody may see: secrets, and credentials in addresses. */
export function maskSecrets(fault: Fault): Fault {
  const text = fault.text.replace(afterSecretName, '$1***').replace(/\/\/[^/\s]*@/, '//***@');
  return { ...fault, text };
}
