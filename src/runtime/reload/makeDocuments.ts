import { compileGuide } from '../../documents/guide/compileGuide';
import { guideHtml } from '../../documents/guide/guideHtml';
import { guideMarkdown } from '../../documents/guide/guideMarkdown';
import { openApi } from '../../documents/openApi/gatewayOpenApi';
import type { Publication } from '../../documents/publication';
import { renderServedGuide } from '../../http/admin/servedGuide';
import { possibleProblems } from '../../proof/possibleProblems';
import type { Json } from '../../contract/json';
import type { PairWire } from '../../mapping/profile/wire';
import { type Fixture, loadFixtures } from '../../mapping/yaml/fixtureFile';
import { compileMappings, type Mappings, type MappingTexts } from '../../mapping/compile/loadMappings';
import { packageVersion } from '../packageVersion';

/** Generators of all documents from the mappings, by their name on the command line. */
export const documentTexts = {
  openapi: (publication) => `${JSON.stringify(openApi(publication), null, 2)}\n`,
  json: (publication) => `${JSON.stringify(compileGuide(publication), null, 2)}\n`,
  markdown: (publication) => guideMarkdown(compileGuide(publication)),
  html: (publication) => guideHtml(compileGuide(publication)),
} as const satisfies Record<string, (publication: Publication) => string>;

export type DocumentName = keyof typeof documentTexts;

/** Returns a fixture in the words of both APIs. Its file has the words of the mappings. */
function translateFixture(fixture: Fixture, { isPlain, outward, writeForm }: PairWire): Fixture {
  if (isPlain) return fixture;
  const { resource, request, upstream, gets } = fixture;
  const writeAnswer = (side: 'v1' | 'v2', answer: { readonly status: number; readonly body: Json }) => {
    const { status, body } = writeForm(side, { ...answer, resource, body: JSON.stringify(answer.body) });
    return { status, body: JSON.parse(body) as Json };
  };
  return {
    ...fixture,
    request: { ...request, path: outward(request.path) },
    upstream: upstream.map(({ sends, answers }) => ({
      sends: { ...sends, path: outward(sends.path) },
      answers: { ...answers, ...writeAnswer('v2', answers) },
    })),
    gets: { ...gets, ...writeAnswer('v1', gets) },
  };
}

/** Combines mappings and examples into the input of the documents. */
export const publicationOf = (
  { resources, hash, profile, wire }: Pick<Mappings, 'resources' | 'hash' | 'profile' | 'wire'>,
  fixtures: readonly Fixture[],
): Publication => ({
  resources,
  fixtures: fixtures.map((fixture) => translateFixture(fixture, wire)),
  hash,
  profile,
  wire,
  version: packageVersion(),
  problemsOf: (operation) =>
    possibleProblems(operation).map((problem) => ({
      ...problem,
      message: wire.errors.v1?.texts[problem.status] ?? problem.message,
    })),
});

/** Mappings and the source of their examples; plain data for a thread. */
export interface AskedDocuments {
  readonly texts: MappingTexts;
  /** Folder of the examples, read if no examples are given. */
  readonly folder: string;
  readonly examples?: readonly Fixture[] | undefined;
}

/** Documents that the admin port serves. */
export type DocumentPages = Readonly<Record<'openapi' | 'html' | 'json', string>>;

// Examples are not worth an outage, so a fault in them is ignored: `lifeboat check` reports it.
function readExamples(folder: string): readonly Fixture[] {
  const fixtures = loadFixtures(folder);
  return fixtures.ok ? fixtures.value : [];
}

/** Returns the examples whose dates are written in the style of the mappings in force. */
function selectFittingExamples(
  { operations, texts: { dates = {} } }: Mappings,
  fixtures: readonly Fixture[],
) {
  const datedOperations = operations
    .filter(({ resource }) => Object.hasOwn(dates, resource))
    .map(({ name }) => name);
  return fixtures.filter(({ operation }) => !datedOperations.includes(operation));
}

/** Creates the documents of compiling mappings. Takes about half a second. */
export function makeDocuments({ texts, folder, examples }: AskedDocuments): DocumentPages {
  const mappings = compileMappings(texts);
  if (!mappings.ok) throw new Error('the mappings in force compile');
  const fixtures = selectFittingExamples(mappings.value, examples ?? readExamples(folder));
  const publication = publicationOf(mappings.value, fixtures);
  const { openapi: description, json } = documentTexts;
  const html = renderServedGuide(compileGuide(publication));
  return { openapi: description(publication), html, json: json(publication) };
}
