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
import { CommandEnd, type ExitCode, need, type Surroundings } from '../command';
import { readMappings } from '../../runtime/inputFiles';
import { print } from '../terminal';

/** Arguments and options of `lifeboat fixture new`. */
interface FixtureOptions {
  readonly operation: string;
  readonly mappings?: string | undefined;
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

/** Finds an operation and its resource by the operation's name. */
function findOperation(
  name: string,
  { resources, operations }: Mappings,
): readonly [ResolvedOperation, ResolvedResource] {
  for (const resource of resources) {
    const resolved = resource.operations.find(({ operation }) => operation.name === name);
    if (resolved !== undefined) return [resolved, resource];
  }
  const names = operations.map((operation) => operation.name);
  const hint = didYouMean(name, names) ?? `there are ${names.join(', ')}`;
  throw new CommandEnd([`there is no operation ${name}: ${hint}`], 1);
}

/** Prints a fixture file that covers every branch of an operation's rules; the mapping makes the answers. */
export async function fixture(
  options: FixtureOptions,
  { terminal }: Pick<Surroundings, 'terminal'>,
): Promise<ExitCode> {
  const { operation: name, mappings: folder = SHIPPED_MAPPINGS, json } = options;
  const mappings = need(readMappings(folder, terminal));
  const foundOperation = findOperation(name, mappings);
  const cases: FixtureCase[] = [];
  for (const script of scriptsOf(...foundOperation))
    cases.push(await recordFixture(script, name, mappings.operations));
  const bases = basesOf(cases);
  const file = { resource: foundOperation[1].name, bases, cases: differenceFrom(bases, cases.map(written)) };
  print(file, [printYaml(file, note(name)).trimEnd()], json, terminal);
  return 0;
}
