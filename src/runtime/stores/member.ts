import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Config } from '../../config/configuration';
import type { Clock } from '../../contract/clock';
import type { Cutover, CutoverParts } from '../../cutover/cutover';
import type { Member, MemberStore } from '../../cutover/members/memberStore';

/** Role of a process: a whole gateway, a gateway whose workers answer clients in its place, or such a worker. */
export type Role = 'whole' | 'primary' | 'worker';

/** Returns the role of a process for the configured number of processes. */
export const roleOf = (workers: number): Role => (workers === 1 ? 'whole' : 'primary');

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

function readText(read: () => string): string {
  try {
    return read();
  } catch {
    return ''; // only Linux has it
  }
}

/** Name of the place where a process number is unique: a machine since its start, and its namespace of processes. */
const HOST = digest(
  [
    hostname(),
    readText(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    readText(() => readlinkSync('/proc/self/ns/pid')),
  ].join(' '),
);

/** Name of this process, unique even if its number is used again. */
const PROCESS = [HOST, process.pid, randomUUID()].join('.');

/** Reports whether a process of this host has ended. */
function hasEnded({ id }: Member): boolean {
  const [host, pid, run] = id.split('.');
  if (host !== HOST) return false;
  if (Number(pid) === process.pid) return [host, pid, run].join('.') !== PROCESS;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

const SECRET_BYTES = 32;

/** Derives the secret that hides values in the store from the index secret; without one it is random. */
export const comparisonSecret = ({ index: { secret } }: Config): Buffer =>
  secret.kind === 'given'
    ? createHmac('sha256', secret.value).update('comparison').digest()
    : randomBytes(SECRET_BYTES);

let joinCount = 0;

/** Describes a gateway of this process to the processes that share its store. */
export function memberOf(
  store: MemberStore,
  { config, role, clock }: { readonly config: Config; readonly role: Role; readonly clock: Clock },
): CutoverParts['member'] {
  joinCount += 1;
  return {
    store,
    clock,
    isGone: hasEnded,
    id: `${PROCESS}.${joinCount}`,
    name: `${hostname()} ${process.pid}`,
    serves: role !== 'primary',
    acts: role !== 'worker',
    secret: digest(comparisonSecret(config).toString('hex')),
  };
}

/** Lists the live processes that share the store, the leader first. */
export const memberNames = ({ members }: Pick<Cutover, 'members'>): readonly string[] =>
  members()
    .filter(({ live }) => live)
    .toSorted((member, nextMember) => Number(nextMember.leads) - Number(member.leads))
    .map(({ name }) => name);
