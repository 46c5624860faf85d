import { SHIPPED_MAPPINGS } from '../../mapping/yaml/mappingFolder';
import { renderFault } from '../../mapping/yaml/fileFault';
import { loadFixtures } from '../../mapping/yaml/fixtureFile';
import { type DocumentName, documentTexts, publicationOf } from '../../runtime/reload/makeDocuments';
import { type ExitCode, refused } from '../command';
import { readMappings } from '../../runtime/inputFiles';
import type { Terminal } from '../terminal';
import type { Environment } from '../../config';
import { type AdminPlace, openOperator } from '../operatorClient';
import { z } from 'zod';

const refusalPage = z.object({ message: z.string() });

/** Prints one document made from a folder of mappings; prints every fault and returns 1 if they are broken. */
export function printDocument(
  name: DocumentName,
  folder: string | undefined = SHIPPED_MAPPINGS,
  { write, complain, colour }: Terminal,
): ExitCode {
  const mappings = readMappings(folder, { colour });
  if (!mappings.ok) return refused(mappings.failure, { complain }, 1);
  const fixtures = loadFixtures(folder);
  if (!fixtures.ok) {
    for (const fault of fixtures.failure) complain(renderFault(fault, { colour }));
    return 1;
  }
  const publication = publicationOf(mappings.value, fixtures.value);
  write(documentTexts[name](publication).trimEnd());
  return 0;
}

/** Options of `lifeboat guide --client`. */
interface ClientGuideOptions extends AdminPlace {
  readonly client: string;
  readonly since: string;
  readonly format: 'markdown' | 'html' | 'json';
}

/** Prints the guide for one client of a running gateway; returns 1 if it cannot be asked or knows no such client. */
export async function printClientGuide(
  { client, since, format, ...adminPlace }: ClientGuideOptions,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<ExitCode> {
  const admin = openOperator(adminPlace, environment, { colour });
  if (!admin.ok) return refused(admin.failure, { complain }, 1);
  const query = new URLSearchParams({ client, since, format }).toString();
  const answer = await admin.value.page(`/usage/guide?${query}`);
  if (!answer.ok) return refused([answer.failure], { complain }, 1);
  const { status, page, text } = answer.value;
  if (status !== 200) {
    const { message } = refusalPage.catch({ message: `answered ${status}` }).parse(page);
    return refused([message], { complain }, 1);
  }
  write(text.trimEnd());
  return 0;
}
