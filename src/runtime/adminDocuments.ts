import { compileGuide } from '../documents/guide/compileGuide';
import { guideHtml } from '../documents/guide/guideHtml';
import { guideMarkdown } from '../documents/guide/guideMarkdown';
import { openApi } from '../documents/openApi/gatewayOpenApi';
import type { Publication } from '../documents/publication';
import { possibleProblems } from '../proof/possibleProblems';
import { type Fixture, loadFixtures } from '../mapping/yaml/fixtureFile';
import type { Mappings } from '../mapping/compile/loadMappings';
import { packageVersion } from './packageVersion';
import { type AdminPage, jsonPage } from '../http/admin/adminApp';
import { summarizeLedgers } from '../mapping/compile/ledger';

/** Generators of all documents from the mappings, by their name on the command line. */
export const documentTexts = {
  openapi: (publication) => `${JSON.stringify(openApi(publication), null, 2)}\n`,
  markdown: (publication) => guideMarkdown(compileGuide(publication)),
  html: (publication) => guideHtml(compileGuide(publication)),
} as const satisfies Record<string, (publication: Publication) => string>;

export type DocumentName = keyof typeof documentTexts;

/** Combines mappings and examples into the input of the documents. */
export const publicationOf = (
  { resources, hash }: Pick<Mappings, 'resources' | 'hash'>,
  fixtures: readonly Fixture[],
): Publication => ({
  resources,
  fixtures,
  hash,
  version: packageVersion(),
  problemsOf: possibleProblems,
});

/** Serves the documents of the mappings in force. */
export interface AdminDocuments {
  readonly pages: Readonly<Record<'/ledger' | '/openapi.json' | '/guide', () => AdminPage>>;
  /** Generates the texts now: at the first request, reading the examples would block the event loop for half a second. */
  readonly prepare: () => void;
  /** Switches to other mappings; their examples are read from the folder unless they are given. */
  readonly use: (mappings: Mappings, examples?: readonly Fixture[]) => void;
}

// Examples are not worth an outage: `lifeboat check` reports faults in fixtures.
function examplesIn(folder: string): readonly Fixture[] {
  const fixtures = loadFixtures(folder);
  return fixtures.ok ? fixtures.value : [];
}

type Texts = Readonly<Record<'openapi' | 'html', string>>;

/** Generates the texts of one set of mappings at the first request, and caches only them, not the examples. */
function keptTexts(mappings: Mappings, examples: () => readonly Fixture[]): () => Texts {
  let texts = (): Texts => {
    const publication = publicationOf(mappings, examples());
    const made = { openapi: documentTexts.openapi(publication), html: documentTexts.html(publication) };
    texts = () => made;
    return made;
  };
  return () => texts();
}

/** Serves ledger, OpenAPI and guide on the admin port. */
export function adminDocuments(folder: string, first: Mappings): AdminDocuments {
  let mappings = first;
  let texts = keptTexts(first, () => examplesIn(folder));
  const page = (type: string, name: keyof Texts) => (): AdminPage => ({
    type: `${type}; charset=utf-8`,
    body: texts()[name],
  });
  return {
    pages: {
      '/ledger': () => {
        const { hash, ledgers } = mappings;
        return jsonPage({ mappings: hash, summary: summarizeLedgers(ledgers), ledgers });
      },
      '/openapi.json': page('application/json', 'openapi'),
      '/guide': page('text/html', 'html'),
    },
    prepare: () => void texts(),
    use: (next, examples) => {
      mappings = next;
      let given = examples;
      texts = keptTexts(next, () => {
        const taken = given ?? examplesIn(folder);
        given = undefined;
        return taken;
      });
    },
  };
}
