import { renderFault } from '../../mapping/yaml/fileFault';
import { type FixtureCase, loadFixtures } from '../../mapping/yaml/fixtureFile';
import { SHIPPED_MAPPINGS } from '../../mapping/yaml/mappingFolder';
import { readMappings } from '../../runtime/inputFiles';
import { type DocumentName, documentTexts, publicationOf } from '../../runtime/reload/makeDocuments';
import { CommandEnd, type ExitCode, valueOrEnd, type Surroundings } from '../command';
import { type AdminPlace, openOperator, refusalOf } from '../operatorClient';
import { print, type Terminal } from '../terminal';
import { dataOf, isJsonObject, type Json } from '../../contract/json';
import { didYouMean } from '../../mapping/yaml/complaints';
import type { Mappings } from '../../mapping/compile/loadMappings';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import type { ResolvedOperation } from '../../mapping/compile/resolveOperation';
import { printYaml } from '../../mapping/yaml/printYaml';
import { recordFixture } from '../../proof/fixturesPlay';
import { type Bases, differenceFrom } from '../../mapping/yaml/fixtureBases';
import { scriptsOf } from '../../proof/witnesses/scripts';

/** The mapping folder of a command. Absent: the shipped one. */
export interface MappingsPlace {
  readonly mappings?: string | undefined;
}

/** Prints one document made from a folder of mappings. Ends the command with every fault if they are broken. */
export function printDocument(
  name: DocumentName,
  folder: string | undefined = SHIPPED_MAPPINGS,
  { write, colour }: Terminal,
): ExitCode {
  const mappings = valueOrEnd(readMappings(folder, { colour }));
  const fixtures = loadFixtures(folder);
  if (!fixtures.ok)
    throw new CommandEnd(
      fixtures.failure.map((fault) => renderFault(fault, { colour })),
      1,
    );
  write(documentTexts[name](publicationOf(mappings, fixtures.value)).trimEnd());
  return 0;
}

export interface GuideOptions extends MappingsPlace, AdminPlace {
  readonly format: 'markdown' | 'html' | 'json';
  readonly client?: string | undefined;
  readonly since?: string | undefined;
}

/** Prints the guide for one client of a running gateway. */
export async function printClientGuide(
  { client, since = '30d', format, ...adminPlace }: GuideOptions & { readonly client: string },
  { environment, terminal }: Surroundings,
): Promise<ExitCode> {
  const { page: read } = valueOrEnd(openOperator(adminPlace, environment, terminal));
  const query = new URLSearchParams({ client, since, format }).toString();
  const path = `/usage/guide?${query}`;
  const answer = valueOrEnd(await read(path));
  if (answer.status !== 200) throw new CommandEnd([refusalOf(path, answer).sentence], 1);
  terminal.write(answer.text.trimEnd());
  return 0;
}

const noteOperation = (operation: string) =>
  `Made by \`lifeboat fixture new ${operation}\` from the contracts: every branch of every rule, distinct values.
Under \`gets\` and \`sends\` stands what the mapping makes of them today. Check that against the contracts with your
own eyes: from then on this file holds it fast.`;

/** Leaves out GET, the default method of an example. */
const omitGet = <Call extends { readonly method: string }>({ method, ...otherMembers }: Call) =>
  method === 'GET' ? otherMembers : { method, ...otherMembers };

const fileForm = ({ request, upstream, ...otherMembers }: FixtureCase) => ({
  name: otherMembers.name,
  operation: otherMembers.operation,
  request: omitGet(request),
  upstream: upstream.map(({ sends, answers }) => ({ sends: omitGet(sends), answers })),
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

interface FixtureOptions extends MappingsPlace {
  readonly operation: string;
  readonly json?: boolean;
}

/** Prints a fixture file that covers every branch of an operation's rules. The mapping makes the answers. */
export async function printFixture(
  { operation: name, mappings: folder = SHIPPED_MAPPINGS, json }: FixtureOptions,
  { terminal }: Pick<Surroundings, 'terminal'>,
): Promise<ExitCode> {
  const mappings = valueOrEnd(readMappings(folder, terminal));
  const foundOperation = findOperation(name, mappings);
  const cases: FixtureCase[] = [];
  for (const script of scriptsOf(...foundOperation))
    cases.push(await recordFixture(script, name, mappings.operations));
  const bases = basesOf(cases);
  const file = { resource: foundOperation[1].name, bases, cases: differenceFrom(bases, cases.map(fileForm)) };
  print(file, [printYaml(file, noteOperation(name)).trimEnd()], json, terminal);
  return 0;
}
