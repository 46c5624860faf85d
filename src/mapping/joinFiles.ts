import type { Fault } from '../document/fault';
import { faultAt } from '../document/faultAt';
import { failure, type Result, success } from '../translation/result';
import type { CompiledFile } from './compileFile';
import type { Ledger } from './ledger';
import type { Operation } from './operation';
import type { ResolvedFile, ResolvedResource } from './resolveFile';

/** What a set of mapping files compiles to. */
export interface JoinedFiles {
  readonly operations: readonly Operation[];
  readonly ledgers: readonly Ledger[];
  readonly resources: readonly ResolvedResource[];
}

/** The routes of all files: each may be answered by one operation only. */
function routeFaults(files: readonly ResolvedFile[]): Fault[] {
  const taken = new Map<string, string>();
  return files.flatMap(({ document, resource }) =>
    (resource?.operations ?? []).flatMap(({ operation: { name, v1 } }) => {
      const route = `${v1.method} ${v1.template.replace(/\{\w+\}/g, '{}')}`;
      const other = taken.get(route);
      taken.set(route, name);
      if (other === undefined) return [];
      const message = `${v1.method} ${v1.template} is answered by ${other} already`;
      return [faultAt(document, ['operations', name, 'v1'], { code: 'route-twice', message })];
    }),
  );
}

/** Puts compiled files together into the operations of one gateway. The failure lists all faults of all files. */
export function joinFiles(compiled: readonly CompiledFile[]): Result<JoinedFiles, readonly Fault[]> {
  const files = compiled.flatMap((file) => ('document' in file ? [file] : []));
  const broken = compiled.flatMap((file) => ('document' in file ? file.faults : file));
  const faults = [...broken, ...routeFaults(files)];
  if (faults.length > 0) return failure(faults);
  const resources = files.flatMap(({ resource }) => (resource === undefined ? [] : [resource]));
  return success({
    operations: resources.flatMap(({ operations }) => operations.map(({ operation }) => operation)),
    ledgers: resources.map(({ ledger }) => ledger),
    resources,
  });
}
