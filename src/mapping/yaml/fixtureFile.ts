import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Json } from '../../contract/json';
import type { Fault } from './fileFault';
import { readDocument } from './yamlDocument';
import { createComplaints, readAs } from './complaints';
import { withBases } from './fixtureBases';
import { failure, type Result, success } from '../../contract/result';

const json: z.ZodType<Json> = z.json();

const headers = z.record(z.string(), z.string()).optional();

const reply = z.strictObject({
  status: z.int(),
  headers,
  body: json,
});

/** Method of a case, GET by default: only a write names its method. */
const method = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET');

/** One rehearsed request: the client's request, the expected request to v2 and its answer, and the expected answer. */
const fixtureCase = z.strictObject({
  name: z.string().min(1),
  operation: z.string(),
  /** Set if v2's answer here breaks its contract: documents take no example from it. */
  drift: z.literal(true).optional(),
  request: z.strictObject({
    method,
    /** Path of the request; it begins with `/v2/` for a deprecated form. */
    path: z.string().regex(/^\/v[12]\//),
    /** Set if the client sends no key. */
    keyless: z.literal(true).optional(),
    headers,
    body: json.optional(),
  }),
  upstream: z.array(
    z.strictObject({
      /** The call, with the headers that the mapping makes for it. */
      sends: z.strictObject({ method, path: z.string().startsWith('/v2/'), headers, body: json.optional() }),
      answers: reply,
    }),
  ),
  /** The answer, with the headers that the mapping shows. */
  gets: reply,
});

/** The fixtures of one resource, in `fixtures/` next to the mapping files; parts that cases share are under `bases`. */
const fixtureFile = z.strictObject({
  resource: z.string(),
  bases: z.record(z.string(), z.record(z.string(), json)).default({}),
  cases: z.array(json).min(1),
});

const wholeCasesSchema = z.object({ cases: z.array(fixtureCase) });

export type FixtureCase = z.infer<typeof fixtureCase>;

/** One fixture and the line it starts at. */
export interface Fixture extends FixtureCase {
  readonly resource: string;
  /** e.g. `fixtures/account.yaml:4` */
  readonly place: string;
}

type LoadedFixtures = Result<readonly Fixture[], readonly Fault[]>;

/** Reads one file of fixtures, and puts the bases in their cases first. */
function readFixtureFile(folder: string, name: string): LoadedFixtures {
  const document = readDocument(join(folder, name), readFileSync(join(folder, name), 'utf8'));
  const written = readAs(fixtureFile, document);
  if (!written.ok) return written;
  const { resource, bases } = written.value;
  const { faults, report } = createComplaints(document);
  const cases = withBases(written.value.cases, bases, report, ['cases']);
  if (faults.length > 0) return failure(faults);
  const parsed = readAs(wholeCasesSchema, { ...document, value: { cases } });
  if (!parsed.ok) return parsed;
  const placeOf = (index: number) => `fixtures/${name}:${document.at(['cases', index]).line}`;
  return success(
    parsed.value.cases.map((fixture, index) => ({ ...fixture, resource, place: placeOf(index) })),
  );
}

/** Reads the fixtures in `fixtures/` of mapping folders, which may be missing. The failure lists all faults. */
export function loadFixtures(...mappingFolders: readonly string[]): LoadedFixtures {
  const files = mappingFolders.flatMap((mappingFolder) => {
    const folder = join(mappingFolder, 'fixtures');
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yaml')) : [];
    return names.sort().map((name) => readFixtureFile(folder, name));
  });
  const faults = files.flatMap((file) => (file.ok ? [] : file.failure));
  return faults.length > 0 ? failure(faults) : success(files.flatMap((file) => (file.ok ? file.value : [])));
}
