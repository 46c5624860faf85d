import { counted } from '../mapping/compile/ledger';
import type { Guide, GuideChapter, GuideLetter } from '../documents/guide/migrationGuide';
import { heading } from '../documents/publication';
import type { UsagePage, UsedClient, UsedOperation } from './usagePages';

/** Writes what a client did in the period, and whether it can move. */
function writeIntroduction(client: UsedClient, { from, to }: UsagePage): string {
  const { program, requests, readiness, why = '', latestOnV1 } = client;
  const requestsSeen = `\`${program}\` made ${counted(requests, 'request')} from ${from} to ${to}`;
  const latestText = latestOnV1 === undefined ? 'none of them to v1' : `the latest to v1 at ${latestOnV1}`;
  const verdicts = {
    moved: `It has moved: ${why}.`,
    'can move': 'It can move: all that it uses maps one to one. Change the paths, and read answers as below.',
    'has work': `It has ${why} before it can move.`,
    unknown: `Whether it can move is not known: ${why}.`,
  };
  return `${requestsSeen}, ${latestText}. ${readiness === undefined ? '' : verdicts[readiness]}`.trim();
}

const operationTitle = ({ resource, operation }: UsedOperation): string =>
  resource === '' ? operation : heading(operation);

/** Lists what a client has to change before it can move: one line for each habit that v2 does not accept. */
const listChanges = ({ program, operations }: UsedClient): GuideLetter['work'] =>
  operations.flatMap((used) =>
    used.traits.map(({ field, sends, wants, requests, latest: latestText }) => ({
      operation: operationTitle(used),
      program,
      field: used.resource === '' ? '' : field,
      sends,
      wants,
      requests,
      latest: latestText,
    })),
  );

const listUses = ({ program, operations }: UsedClient): GuideLetter['uses'] =>
  operations.map((used) => ({
    operation: operationTitle(used),
    program,
    requests: used.requests,
    latest: used.latest,
  }));

/** Returns the chapter of a resource without its unused operations, as a list that is empty if none is left. */
function keepUsedOperations(chapter: GuideChapter, used: ReadonlySet<string>): readonly GuideChapter[] {
  const operations = chapter.operations.filter(({ title }) => used.has(title));
  return operations.length === 0 ? [] : [{ ...chapter, operations }];
}

/**
 * Returns the migration guide for one client, or for all programs of one key: first what it has to change, then the
 * chapters of what it used. The letter can be forwarded to the author of a program: it names no value and no key.
 */
export function clientGuide(guide: Guide, page: UsagePage): Guide {
  const { clients } = page;
  const usedTitles = new Set(clients.flatMap(({ operations }) => operations.map(operationTitle)));
  const [{ name, caller } = { name: undefined, caller: '' }] = clients;
  const letter: GuideLetter = {
    title: name ?? caller,
    paragraphs: clients.map((client) => writeIntroduction(client, page)),
    work: clients.flatMap(listChanges),
    uses: clients.flatMap(listUses),
  };
  return {
    ...guide,
    letter,
    chapters: guide.chapters.flatMap((chapter) => keepUsedOperations(chapter, usedTitles)),
  };
}
