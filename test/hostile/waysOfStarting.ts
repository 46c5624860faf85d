import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { deploy } from '../../src/cli/deploy/deployCommand.js';
import { PROGRAM, ROOT, sourceProgram } from '../support/builtProgram.ts';
import { certificate } from '../support/certificate.ts';
import { recordingTerminal } from '../support/recordingTerminal.ts';

/** A command line, and the variables that whoever starts it sets. */
interface CommandLine {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** A documented way of starting the gateway. */
export interface WayOfStarting {
  readonly name: string;
  /** True where the embedded marketplace is the upstream. */
  readonly hasSandbox?: true;
  /** True where v1 lives and answers. */
  readonly hasV1?: true;
  /** True where the gateway and its upstream speak TLS. */
  readonly hasTls?: true;
  /** Settings beside the upstreams and ports. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Makes the command line; `folder` is the working directory, where `lifeboat.yaml` names the upstreams. */
  readonly command: (folder: string) => CommandLine;
}

/** A deploy file that is written for the settings of a folder. */
function deployText(folder: string, kind: Parameters<typeof deploy>[0]['kind'], name: string): string {
  const options = {
    config: join(folder, 'lifeboat.yaml'),
    out: join(folder, kind),
    force: true,
    json: false,
  };
  deploy({ ...options, kind }, { environment: {}, terminal: recordingTerminal() });
  return readFileSync(join(folder, kind, name), 'utf8');
}

/** Reads the JSON list that an instruction of a Dockerfile has. */
const listed = (dockerfile: string, instruction: string): readonly string[] =>
  z.array(z.string()).parse(JSON.parse(new RegExp(`^${instruction} (.*)$`, 'm').exec(dockerfile)?.[1] ?? ''));

/** Puts the program, and files of a folder, in the place of where an installation has them. */
const placed = (words: readonly string[], folder: string): readonly string[] =>
  words.map((word) =>
    word
      .replace(/^.*\/dist\/cli\.js$/, PROGRAM)
      .replace(/^.*\/lifeboat\.yaml$/, join(folder, 'lifeboat.yaml')),
  );

const ANY_PORTS = ['--port', '0', '--admin-port', '0'];
const SANDBOX = ['--sandbox', '--sandbox-port', '0'];

/** All documented ways; with an upstream of its own each is tried as well. */
export const waysOfStarting: readonly WayOfStarting[] = [
  {
    name: 'npm start',
    hasSandbox: true,
    command: (folder) => {
      for (const name of ['package.json', '.config/npmStart.cjs'])
        cpSync(join(ROOT, name), join(folder, name));
      mkdirSync(join(folder, 'dist'), { recursive: true });
      writeFileSync(join(folder, 'dist/cli.js'), `require(${JSON.stringify(PROGRAM)})`);
      // The program is built already.
      const words = ['npm', 'start', '--silent', '--ignore-scripts', '--'];
      return { words: [...words, ...ANY_PORTS, '--sandbox-port', '0', '--json'], environment: {} };
    },
  },
  {
    name: 'two workers on the sandbox',
    hasSandbox: true,
    command: () => ({
      words: [process.execPath, PROGRAM, 'serve', '--workers', '2', ...ANY_PORTS, ...SANDBOX, '--json'],
      environment: {},
    }),
  },
  {
    name: 'two workers, with a v1',
    hasV1: true,
    settings: { LIFEBOAT_SUNSET: '2099-01-01T00:00:00Z', LIFEBOAT_CUTOVER_START: 'v1' },
    command: () => ({
      words: [process.execPath, PROGRAM, 'serve', '--workers', '2', ...ANY_PORTS, '--json'],
      environment: {},
    }),
  },
  {
    name: 'the systemd unit',
    command: (folder) => {
      const unit = deployText(folder, 'systemd', 'lifeboat.service');
      const [, line = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
      return { words: [...placed(line.split(' '), folder), ...ANY_PORTS, '--json'], environment: {} };
    },
  },
  {
    name: "the container's entry point, with TLS on both sides",
    hasTls: true,
    settings: { LIFEBOAT_LISTEN_TLS_CERT: 'cert.pem', LIFEBOAT_LISTEN_TLS_KEY: 'key.pem' },
    command: (folder) => {
      writeFileSync(join(folder, 'cert.pem'), certificate.cert);
      writeFileSync(join(folder, 'key.pem'), certificate.key);
      const dockerfile = deployText(folder, 'docker', 'Dockerfile');
      const [node = '', ...entry] = listed(dockerfile, 'ENTRYPOINT');
      const words = placed([...entry, ...listed(dockerfile, 'CMD')], folder);
      expect(node).toBe('node');
      return {
        words: [process.execPath, ...words, ...ANY_PORTS, '--json'],
        environment: {
          LIFEBOAT_LISTEN_HOST: '127.0.0.1',
          NODE_ENV: 'production',
          NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
        },
      };
    },
  },
  {
    name: 'an Express program',
    command: () => ({
      words: [process.execPath, ...sourceProgram('test/hostile/expressProgram.ts')],
      environment: {},
    }),
  },
];

const addresses = z.object({
  gateway: z.url(),
  admin: z.url(),
  sandbox: z.object({ origin: z.url(), keys: z.object({ v1: z.string(), v2: z.string() }) }).optional(),
});

/** A gateway that was started in one of the ways. */
export interface StartedGateway extends z.output<typeof addresses> {
  /** The processes of it that live now, in their order; empty once the first has ended. */
  readonly processes: () => readonly number[];
  /** What it has written to stderr. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** The children of a process, theirs included. */
function descendants(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text
      .split(' ')
      .filter(Boolean)
      .map(Number)
      .flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return []; // it has ended
  }
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** Starts a gateway in a folder of its own, with these upstreams; resolves when it is ready. */
export async function startGatewayAs(
  wayOfStarting: WayOfStarting,
  folder: string,
  upstream: { readonly v2: string; readonly v1: string; readonly webhook: string },
): Promise<StartedGateway> {
  const { v2, v1, webhook } = upstream;
  const upstreams = wayOfStarting.hasV1 === true ? { v2, v1 } : { v2 };
  writeFileSync(join(folder, 'lifeboat.yaml'), JSON.stringify({ upstream: upstreams, notify: { webhook } }));
  const { words, environment } = wayOfStarting.command(folder);
  const [file = '', ...args] = words;
  const child = spawn(file, args, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      LIFEBOAT_LOG_LEVEL: 'error',
      ...wayOfStarting.settings,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const endedPromise = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const firstIteratorResult = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (firstIteratorResult.done === true) throw new Error(`the gateway has ended:\n${log}`);
  const { pid = 0 } = child;
  return {
    ...addresses.parse(JSON.parse(firstIteratorResult.value)),
    processes: () => (isAlive(child) ? [pid, ...descendants(pid)] : []),
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM');
      await endedPromise;
    },
  };
}
