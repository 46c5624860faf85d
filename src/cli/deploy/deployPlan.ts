import { basename, join } from 'node:path';
import type { Config } from '../../config/configuration';
import { ENDING_SPARE_MS } from '../../runtime/processLimits';
import { PACKAGE_ROOT, packageVersion } from '../../runtime/packageVersion';

/** Settings in force that the deploy files need, without secrets. */
export interface DeployPlan {
  readonly port: number;
  readonly adminPort: number;
  /** Origins of the service; undefined where none is called. */
  readonly v2: string | undefined;
  readonly v1: string | undefined;
  /** Seconds from SIGTERM until the process has to be gone. */
  readonly stopSeconds: number;
  /** Settings file, e.g. `lifeboat.yaml`. */
  readonly settings: string;
  readonly version: string;
  /** Node, and the program that it runs. */
  readonly node: string;
  readonly program: string;
}

/** Collects what the deploy files need of the settings in force. */
export function deployPlan(config: Config, settings: string): DeployPlan {
  const { listen, admin, upstream, deadlines } = config;
  const service = upstream.kind === 'service' ? upstream : { v2: undefined, v1: undefined };
  return {
    port: listen.port,
    adminPort: admin.port,
    ...{ v2: service.v2, v1: service.v1 },
    stopSeconds: Math.ceil((deadlines.shutdown + ENDING_SPARE_MS) / 1000),
    settings: basename(settings),
    version: packageVersion(),
    node: process.execPath,
    program: join(PACKAGE_ROOT, 'dist', 'cli.js'),
  };
}

/** A file to write: its name below the chosen folder, and its text. */
export interface DeployFile {
  readonly name: string;
  readonly text: string;
}
