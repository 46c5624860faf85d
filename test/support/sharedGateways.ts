import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { overviewPage } from '../../src/operator/stagePages.js';
import { askAdmin } from '../http/admin/support/openAdminPort.ts';
import { startPostgres } from '../store/support/postgres.ts';
import { type CliRun, serveCli, workersOf } from './runCli.ts';
import { settingsOnV1 } from './settingsOf.ts';
import { type Relay, startRelay } from './startRelay.ts';

const readiness = z.object({
  members: z.array(z.string()).default([]),
  degraded: z.array(z.string()).default([]),
});

/** A gateway that runs as a process with workers. */
export interface SharedGateway {
  readonly origin: string;
  /** Numbers of its processes, the primary first. */
  readonly processes: () => readonly number[];
  readonly admin: (path: string, body?: object) => Promise<unknown>;
  /** The names of the members, the one that acts for all first; and what is wrong. */
  readonly ready: () => Promise<z.output<typeof readiness> | undefined>;
  /** Returns how many requests its evidence for a resource counts, which it reads from the store. */
  readonly countRequests: (resource: string) => Promise<number>;
  readonly run: CliRun;
}

/** A place where gateways meet. */
export interface MeetingPlace {
  /** True if they may be on hosts whose clocks differ. */
  readonly isFar: boolean;
  /** The setting `store` of a gateway, by its number. */
  readonly store: (gateway: number) => string;
  /** Cuts a gateway off from the store, or connects it again; a file cannot be cut off. */
  readonly hole: ((gateway: number, isHole: boolean) => void) | undefined;
  /** Stops the server of the store and starts it again. */
  readonly restart: (() => Promise<void>) | undefined;
  readonly close: () => Promise<void>;
}

/** Makes a SQLite file for gateways to meet in. */
export function meetInFile(): MeetingPlace {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-meeting-'));
  return {
    isFar: false,
    store: () => join(folder, 'lifeboat.db'),
    hole: undefined,
    restart: undefined,
    close: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

/** Starts a PostgreSQL server for so many gateways to meet in, each over a relay of its own. */
export async function meetOnServer(gateways: number): Promise<MeetingPlace> {
  const server = await startPostgres();
  const url = new URL(await server.database());
  const relays: Relay[] = [];
  let restarting: Promise<void> | undefined;
  for (let at = 0; at < gateways; at += 1) relays.push(await startRelay(Number(url.port)));
  return {
    isFar: true,
    store: (at) => {
      const ownUrl = new URL(url);
      ownUrl.port = String(relays[at]?.port);
      return ownUrl.href;
    },
    hole: (at, isHole) => relays[at]?.hole(isHole),
    restart: () =>
      (restarting ??= server
        .stop()
        .then(server.start)
        .finally(() => (restarting = undefined))),
    close: async () => {
      for (const { close } of relays) await close();
      await server.end();
    },
  };
}

/** Starts a gateway between two upstreams, with two workers unless it is to have another number. */
export async function startShared({
  store,
  cwd,
  v1,
  v2,
  workers = '2',
  environment: more = {},
}: Readonly<Record<'store' | 'cwd' | 'v1' | 'v2', string>> & {
  readonly workers?: string;
  readonly environment?: Readonly<Record<string, string>>;
}): Promise<SharedGateway> {
  const environment = {
    ...settingsOnV1(v1, v2),
    LIFEBOAT_STORE: store,
    LIFEBOAT_INDEX_SECRET: 's'.repeat(32),
    LIFEBOAT_COMPARISON_SAMPLE: '0',
    LIFEBOAT_LOG_LEVEL: 'error',
    ...more,
  };
  const { run, gateway, admin } = await serveCli(['--workers', workers], { cwd, environment });
  const ask = async (path: string, body?: object): Promise<unknown> =>
    JSON.parse((await askAdmin(admin, path, body)).body) as unknown;
  return {
    origin: gateway,
    run,
    admin: ask,
    processes: () => {
      try {
        return [run.child.pid ?? 0, ...workersOf(run)];
      } catch {
        return []; // it has ended
      }
    },
    countRequests: async (name) => {
      const resources = overviewPage.array().parse(await ask('/api/stages'));
      const evidence = resources.find(({ resource }) => resource === name)?.evidence;
      return (evidence?.v1.requests ?? 0) + (evidence?.v2.requests ?? 0);
    },
    ready: async () => readiness.parse(await ask('/readyz').catch(() => ({ degraded: ['gives no answer'] }))),
  };
}
