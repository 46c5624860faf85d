import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileGuide } from '../../../src/documents/guide/compileGuide.js';
import { guideMarkdown } from '../../../src/documents/guide/guideMarkdown.js';
import { openApi } from '../../../src/documents/openApi/gatewayOpenApi.js';
import type { Publication } from '../../../src/documents/publication.js';
import type { Ledger } from '../../../src/mapping/compile/ledger.js';
import { compileMappings, type Mappings } from '../../../src/mapping/compile/loadMappings.js';
import { renderFault } from '../../../src/mapping/yaml/fileFault.js';
import { possibleProblems } from '../../../src/proof/possibleProblems.js';
import { type Exchange, playExchange } from './playExchange.ts';

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

/** The ledger of one resource of the ticket API. */
export const ticketLedger = (name: string): Ledger | undefined =>
  ticketApi().ledgers.find(({ resource }) => resource === name);

/** What is published of the ticket API. */
function ticketPublication(ofPair?: string): Publication {
  const { resources, hash, profile, wire } = ticketApi(undefined, undefined, ofPair);
  return { resources, profile, wire, fixtures: [], hash, version: '1.2.3', problemsOf: possibleProblems };
}

/** The guide of the ticket API. */
export const ticketGuide = (ofPair?: string): string =>
  guideMarkdown(compileGuide(ticketPublication(ofPair)));

/** The parts of an OpenAPI document that a test looks into. */
interface OpenApiParts {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: object }>> };
}

interface OpenApiOperation {
  readonly parameters: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
}

/** The OpenAPI document of the ticket API. */
export const ticketOpenApi = (ofPair?: string): OpenApiParts =>
  openApi(ticketPublication(ofPair)) as unknown as OpenApiParts;

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

/** One request to the ticket API, and what v2 answers each call with. */
export interface TicketExchange extends Exchange {
  /** Text of the pair's profile; absent: the shipped one. */
  readonly profile?: string;
}

/** Sends one request through a whole gateway: what v2 is sent, and what the client gets. */
export const playTicket = ({ profile, ...exchange }: TicketExchange) =>
  playExchange(ticketApi(undefined, undefined, profile), exchange);
