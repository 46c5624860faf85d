import type { Environment } from '../config';
import { readConfig } from '../config/readConfig';
import { renderConfigFault } from '../config/renderConfigFault';
import { failure, type Result, success } from '../translation/result';

/** Where a running gateway's admin port is looked for. */
export interface AdminPlace {
  readonly config?: string | undefined;
  /** Its origin, when it is not as configured. */
  readonly admin?: string | undefined;
}

/** The origin of the admin port, as given or as configured; the failure tells every fault. */
export function adminOrigin(
  { config: file, admin }: AdminPlace,
  environment: Environment,
  options: { readonly colour: boolean },
): Result<string, readonly string[]> {
  if (admin !== undefined) {
    return URL.canParse(admin)
      ? success(new URL(admin).origin)
      : failure(['--admin must be an address such as http://127.0.0.1:8081']);
  }
  // The gateway may run in front of its sandbox, with no upstream configured.
  const read = readConfig({ file, environment, overrides: [], sandbox: true });
  if (!read.ok) return failure(read.faults.map((fault) => renderConfigFault(fault, options)));
  const { host, port } = read.config.admin;
  if (port === 0) return failure(['admin.port is 0: name the port of the running gateway with --admin']);
  return success(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}
