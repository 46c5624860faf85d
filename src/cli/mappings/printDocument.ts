import { z } from 'zod';
import type { Environment } from '../../config';
import { renderFault } from '../../mapping/yaml/fileFault';
import { loadFixtures } from '../../mapping/yaml/fixtureFile';
import { SHIPPED_MAPPINGS } from '../../mapping/yaml/mappingFolder';
import { readMappings } from '../../runtime/inputFiles';
import { type DocumentName, documentTexts, publicationOf } from '../../runtime/reload/makeDocuments';
import { CommandEnd, type ExitCode, need } from '../command';
import { type AdminPlace, openOperator } from '../operatorClient';
import type { Terminal } from '../terminal';

/** The mapping folder of a command, given as an option or as an argument. */
export interface MappingsPlace {
  readonly mappings?: string | undefined;
  readonly folder?: string | undefined;
}

/** Prints one document made from a folder of mappings; ends the command with every fault if they are broken. */
export function printDocument(
  name: DocumentName,
  folder: string | undefined = SHIPPED_MAPPINGS,
  { write, colour }: Terminal,
): ExitCode {
  const mappings = need(readMappings(folder, { colour }));
  const fixtures = loadFixtures(folder);
  if (!fixtures.ok)
    throw new CommandEnd(
      fixtures.failure.map((fault) => renderFault(fault, { colour })),
      1,
    );
  write(documentTexts[name](publicationOf(mappings, fixtures.value)).trimEnd());
  return 0;
}

/** Arguments and options of `lifeboat guide`. */
export interface GuideWords extends MappingsPlace, AdminPlace {
  readonly format: 'markdown' | 'html' | 'json';
  readonly client?: string | undefined;
  readonly since?: string | undefined;
}

const refusalPage = z.object({ message: z.string() });

/** Prints the guide for one client of a running gateway. */
export async function printClientGuide(
  { client, since = '30d', format, ...adminPlace }: GuideWords & { readonly client: string },
  environment: Environment,
  { write, colour }: Terminal,
): Promise<ExitCode> {
  const { page: read } = need(openOperator(adminPlace, environment, { colour }));
  const query = new URLSearchParams({ client, since, format }).toString();
  const { status, page, text } = need(await read(`/usage/guide?${query}`));
  if (status !== 200)
    throw new CommandEnd([refusalPage.catch({ message: `answered ${status}` }).parse(page).message], 1);
  write(text.trimEnd());
  return 0;
}
