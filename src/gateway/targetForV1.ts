import type { Route } from './gateway';
import { climbs } from './readParameter';

/**
 * The target to ask v1 with: the client's own, but a login is encoded anew, so that nobody on the way takes a part of it
 * for a part of the path. Undefined where no encoding keeps it in its place: v1 must not be asked then.
 */
export function targetForV1({ operation, parameters }: Route, target: string): string | undefined {
  if (operation.lookup === undefined) return target;
  if (Object.values(parameters).some(climbs)) return undefined;
  const path = operation.v1.template.replace(/\{([^}]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  return path + (/\?.*$/s.exec(target)?.[0] ?? '');
}
