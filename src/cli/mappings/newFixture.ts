import { dataOf, isJsonObject, type Json } from '../../contract/json';
import { SHIPPED_MAPPINGS } from '../../mapping/yaml/mappingFolder';
import { didYouMean } from '../../mapping/yaml/complaints';
import type { Mappings } from '../../mapping/compile/loadMappings';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { printYaml } from '../../mapping/yaml/printYaml';
import { recordFixture } from '../../proof/fixturesPlay';
import { type Bases, differenceFrom } from '../../mapping/yaml/fixtureBases';
import type { FixtureCase } from '../../mapping/yaml/fixtureFile';
import { scriptsOf } from '../../proof/witnesses/scripts';
import { type ExitCode, refused } from '../command';
import { readMappings } from '../../runtime/inputFiles';
import { saveFile } from '../../runtime/files';
import type { Terminal } from '../terminal';

/** Options of `lifeboat fixture new`. */
export interface FixtureOptions {
  readonly operation: string;
  /** File for the fixtures; absent: they are printed. */
  readonly out?: string | undefined;
  readonly mappings?: string | undefined;
  readonly force: boolean;
  /** True to print for programs: the cases, or the name of the written file. */
  readonly json?: boolean;
}

const note = (operation: string) =>
  `Made by \`lifeboat fixture new ${operation}\` from the contracts: every branch of every rule, distinct values.
Under \`gets\` and \`sends\` stands what the mapping makes of them today. Check that against the contracts with your
own eyes: from then on this file holds it fast.`;

/** Leaves out GET, the default method of an example. */
const withoutGet = <Call extends { readonly method: string }>({ method, ...otherMembers }: Call) =>
  method === 'GET' ? otherMembers : { method, ...otherMembers };

const written = ({ request, upstream, ...otherMembers }: FixtureCase) => ({
  name: otherMembers.name,
  operation: otherMembers.operation,
  request: withoutGet(request),
  upstream: upstream.map(({ sends, answers }) => ({ sends: withoutGet(sends), answers })),
  gets: otherMembers.gets,
});

/** Takes the first object in the answers of each side as a base of the cases. */
function basesOf(cases: readonly FixtureCase[]): Bases {
  const firstObject = (bodies: readonly Json[]) =>
    bodies.flatMap((body) => dataOf(body) ?? []).find(isJsonObject);
  const sides = {
    'v2 answer': firstObject(cases.flatMap(({ upstream }) => upstream.map(({ answers }) => answers.body))),
    'v1 answer': firstObject(cases.map(({ gets }) => gets.body)),
  };
  return Object.fromEntries(
    Object.entries(sides).flatMap(([name, base]) => (base === undefined ? [] : [[name, base]])),
  );
}

function save(file: string, text: string, options: FixtureOptions, { write, complain }: Terminal): ExitCode {
  const { force, json = false } = options;
  const saved = saveFile(file, text, { force });
  if (!saved.ok) return refused([saved.failure], { complain }, 1);
  write(
    json
      ? JSON.stringify({ file }, null, 2)
      : `wrote ${file}: check what stands under \`gets\` and \`sends\``,
  );
  return 0;
}

/** Finds an operation and its resource by the operation's name; complains if there is none. */
function findOperation(
  name: string,
  { resources, operations }: Mappings,
  terminal: Terminal,
): readonly [ResolvedOperation, ResolvedResource] | undefined {
  for (const resource of resources) {
    const resolved = resource.operations.find(({ operation }) => operation.name === name);
    if (resolved !== undefined) return [resolved, resource];
  }
  const names = operations.map((operation) => operation.name);
  terminal.complain(
    `there is no operation ${name}: ${didYouMean(name, names) ?? `there are ${names.join(', ')}`}`,
  );
  return undefined;
}

/** Writes a fixture file that covers every branch of an operation's rules; the mapping makes the answers. */
export async function fixture(options: FixtureOptions, terminal: Terminal): Promise<ExitCode> {
  const { operation: name, out, mappings: folder = SHIPPED_MAPPINGS, json = false } = options;
  const mappings = readMappings(folder, terminal);
  if (!mappings.ok) {
    for (const fault of mappings.failure) terminal.complain(fault);
    return 1;
  }
  const foundOperation = findOperation(name, mappings.value, terminal);
  if (foundOperation === undefined) return 1;
  const cases: FixtureCase[] = [];
  for (const script of scriptsOf(...foundOperation))
    cases.push(await recordFixture(script, name, mappings.value.operations));
  const bases = basesOf(cases);
  const file = { resource: foundOperation[1].name, bases, cases: differenceFrom(bases, cases.map(written)) };
  const text = printYaml(file, note(name));
  if (out !== undefined) return save(out, text, options, terminal);
  terminal.write(json ? JSON.stringify(file, null, 2) : text.trimEnd());
  return 0;
}
