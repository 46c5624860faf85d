import type { Config } from '../config/config';
import { type AdminOptions, createAdminApp } from '../http/createAdminApp';
import type { Edge } from '../http/edge';
import type { Tls } from '../http/openServer';
import { serverLimits } from '../http/serverLimits';
import { type RunningServer, startServer } from '../http/startServer';
import { failure, type Result, success } from '../translation/result';
import type { Closers } from './closers';
import { connectionLimits } from './connectionLimits';
import { systemClock as clock } from './systemClock';

/** The origins under which the two servers can be reached. */
export interface Servers {
  readonly gateway: string;
  readonly admin: string;
}

/** Servers that listen. */
export interface RunningServers {
  readonly origins: Servers;
  readonly useTls: RunningServer['useTls'];
}

/** What the servers serve. */
export interface Edges {
  readonly edge: Edge;
  readonly admin: Omit<AdminOptions, 'isReady'>;
}

/** Starts the admin port and then the gateway; a shutdown first says so on the admin port, which is the last to end. */
export async function startServers(
  { edge, admin: pages }: Edges,
  tls: Tls | undefined,
  config: Config,
  closers: Closers,
): Promise<Result<RunningServers, string>> {
  const { listen, admin, deadlines } = config;
  let ready = false;
  const adminApp = createAdminApp({ ...pages, isReady: () => ready });
  const limits = { ...serverLimits, connections: connectionLimits().clients };
  const adminServer = await startServer({ edge: adminApp, ...admin, tls: undefined, limits, clock });
  if (!adminServer.ok) return failure(`--admin-port, admin: ${adminServer.failure.message}`);
  closers.add(() => adminServer.value.close(0));

  const { host, port } = listen;
  const gateway = await startServer({ edge, host, port, tls, limits, clock });
  if (!gateway.ok) return failure(`--port, listen: ${gateway.failure.message}`);
  closers.add(() => {
    ready = false;
    return gateway.value.close(deadlines.shutdown);
  });
  ready = true;
  const origins = { gateway: gateway.value.origin, admin: adminServer.value.origin };
  return success({ origins, useTls: gateway.value.useTls });
}
