import type { ResolvedResource } from '../compile/resolveFile';
import { createComplaints } from '../yaml/complaints';
import type { Fault } from '../yaml/fileFault';
import type { MappingText } from '../yaml/mappingFolder';
import { readDocument } from '../yaml/yamlDocument';
import { keyStyleOf } from './keyStyle';
import type { Profile } from './profileFile';

/** Reports operations that take the header of a key: v1's key would reach v2, or a client would choose v2's. */
export function keyFaults(
  { file, text }: MappingText,
  { v1, v2 }: Profile,
  { resources }: { readonly resources: readonly ResolvedResource[] },
): readonly Fault[] {
  const complaints = createComplaints(readDocument(file, text));
  const keys = { v1: keyStyleOf(v1.auth)?.header, v2: keyStyleOf(v2.auth)?.header };
  const lines = resources
    .flatMap(({ operations }) => operations)
    .flatMap(({ headers }) => headers?.members ?? []);
  for (const { operation, member, target } of lines) {
    const names = { v1: member, v2: target };
    for (const side of ['v1', 'v2'] as const) {
      if (names[side].toLowerCase() !== `${keys[side] ?? 'authorization'}:`) continue;
      const message = `${operation} takes ${names[side]} among its headers, which shows the key of ${side}`;
      complaints.report([side, 'auth'], 'header-reserved', message, 'delete it there');
    }
  }
  return complaints.faults;
}
