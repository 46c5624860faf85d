import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMappings, type Mappings } from '../../../src/mapping/compile/loadMappings.js';
import { renderFault } from '../../../src/mapping/yaml/fileFault.js';
import type { Publication } from '../../../src/documents/publication.js';
import { possibleProblems } from '../../../src/proof/possibleProblems.js';
import { startGateway } from '../../support/startGateway.ts';
import { ask } from '../../support/talk.ts';
import { reply, startUpstream } from '../../support/upstream.ts';

const folder = join(import.meta.dirname, '..', 'ticketApi');
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));

const compiledSets = new Map<string, ReturnType<typeof compileMappings>>();

/** Compiles the mappings of the ticket API, with one text in them replaced, once: all of them, or the changed file alone. */
function compile(isWhole: boolean, from = '', to = '', profile?: string) {
  const name = JSON.stringify([isWhole, from, to, profile]);
  const compiledBefore = compiledSets.get(name);
  if (compiledBefore !== undefined) return compiledBefore;
  const changed = files.find(({ text }) => text.includes(from));
  if (changed === undefined) throw new Error(`the mappings do not hold ${from}`);
  const ofPair = profile === undefined ? {} : { profile: { file: 'api.yaml', text: profile } };
  const compiled = compileMappings({
    ...ofPair,
    files: (isWhole ? files : [changed]).map((one) =>
      one === changed ? { ...one, text: one.text.replace(from, to) } : one,
    ),
    forms: [],
  });
  compiledSets.set(name, compiled);
  return compiled;
}

/** The faults of the ticket API with one text replaced, as `check` prints them: those of its file, or else those of all. */
export function ticketApiFaults(from: string, to: string, profile?: string): readonly string[] {
  const alone = compile(profile !== undefined, from, to, profile);
  const compiled = alone.ok ? compile(true, from, to, profile) : alone;
  return compiled.ok ? [] : compiled.failure.map((fault) => renderFault(fault, { colour: false }));
}

/** Expects a fault of the ticket API with one text replaced, which points at its place and says all of these texts. */
export function expectTicketFault(from: string, to: string, ...texts: readonly string[]): void {
  const faults = ticketApiFaults(from, to).join('\n');
  for (const text of [...texts, '^']) expect(faults).toContain(text);
}

/** The mappings of the ticket API, with one text replaced; throws when there are faults. */
export function ticketApi(from?: string, to?: string, profile?: string): Mappings {
  const compiled = compile(true, from, to, profile);
  if (!compiled.ok)
    throw new Error(compiled.failure.map((fault) => renderFault(fault, { colour: false })).join('\n'));
  return compiled.value;
}

/** What is published of the ticket API. */
export function ticketPublication(ofPair?: string): Publication {
  const { resources, hash, profile, wire } = ticketApi(undefined, undefined, ofPair);
  return { resources, profile, wire, fixtures: [], hash, version: '1.2.3', problemsOf: possibleProblems };
}

/** A room as v2 shows it, with all that its mapping reads. */
export const hall = {
  ref: 'hall',
  name: 'Hall',
  capacity: 80,
  fee_cents: 1250,
  state: 'open',
  locked: true,
  noise: 'low',
  phase: 'used',
};

/** One request of a client, and what v2 answers each call with. */
export interface TicketExchange {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Text of the pair's profile; absent: the shipped one. */
  readonly profile?: string;
  /** True to have it answered by v1, with what is said of v2. */
  readonly isByV1?: boolean;
  /** In the order of the calls, or by path where they go out at once. */
  readonly v2: readonly TicketAnswer[] | ((path: string) => TicketAnswer | undefined);
}

export interface TicketAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The value of a body, whose bytes were read one by one. */
const parsed = (body: string): unknown => JSON.parse(Buffer.from(body, 'latin1').toString());

/** Sends one request through a whole gateway: what v2 is sent, and what the client gets. */
export async function playTicket(exchange: TicketExchange) {
  const { method = 'GET', path, headers, body, profile, isByV1 = false, v2 } = exchange;
  const sent: { method: string; path: string; body?: unknown; headers: unknown }[] = [];
  const upstream = await startUpstream({
    request: (seenRequest, socket) => {
      const given = typeof v2 === 'function' ? v2(seenRequest.path) : v2[sent.length];
      const { status = 200, body: answer, headers: ownEntry = {} } = given ?? { status: 500 };
      const askedText = seenRequest.body;
      sent.push({
        method: seenRequest.method,
        path: seenRequest.path,
        headers: seenRequest.headers,
        ...(askedText === '' ? {} : { body: JSON.parse(askedText) as unknown }),
      });
      socket.write(reply(status, answer === undefined ? '' : JSON.stringify(answer), ownEntry));
    },
  });
  const gateway = await startGateway({
    v2: upstream.origin,
    ...(isByV1 && { v1: upstream.origin }),
    mappings: ticketApi(undefined, undefined, profile),
    environment: { LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z' },
  });
  const answer = await ask(gateway.origin, {
    method,
    path,
    headers: {
      ...(headers ?? { Authorization: 'Bearer key-1' }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await Promise.all([gateway.close(), upstream.close()]);
  return { ...answer, json: answer.body === '' ? undefined : parsed(answer.body), sent };
}
