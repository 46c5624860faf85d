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

/** Every document that is generated from the mappings, by what it is called on the command line. */
export const documentTexts = {
  openapi: (publication) => `${JSON.stringify(openApi(publication), null, 2)}\n`,
  markdown: (publication) => guideMarkdown(compileGuide(publication)),
  html: (publication) => guideHtml(compileGuide(publication)),
} as const satisfies Record<string, (publication: Publication) => string>;

export type DocumentName = keyof typeof documentTexts;

/** What the documents are made of, from the mappings in force and examples for them. */
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

/** The documents of the mappings in force. */
export interface AdminDocuments {
  readonly pages: Readonly<Record<'/ledger' | '/openapi.json' | '/guide', () => AdminPage>>;
  /** Makes the texts now: reading the examples takes the loop half a second when no one has yet. */
  readonly prepare: () => void;
  /** Puts other mappings in force; their examples are read from the folder unless they are given. */
  readonly use: (mappings: Mappings, examples?: readonly Fixture[]) => void;
}

// Examples are not worth an outage: what is wrong with fixtures is told by `lifeboat check`.
function examplesIn(folder: string): readonly Fixture[] {
  const fixtures = loadFixtures(folder);
  return fixtures.ok ? fixtures.value : [];
}

type Texts = Readonly<Record<'openapi' | 'html', string>>;

/** The texts of one set of mappings, made when the first is asked for; of the examples nothing else is kept. */
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
