import type { Environment } from '../config';
import { readConfig } from '../config/readConfig';
import type { AdminPlace } from './adminOrigin';

/** The token of the admin port as it is configured for the gateway; undefined without one, or when nothing can be read. */
export function adminToken({ config: file }: AdminPlace, environment: Environment): string | undefined {
  // Only one setting is asked for: an upstream is not needed here, which is what `sandbox` says.
  const read = readConfig({ file, environment, overrides: [], sandbox: true });
  return read.ok ? read.config.admin.token : undefined;
}
