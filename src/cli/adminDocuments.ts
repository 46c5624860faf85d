import type { Publication } from '../documents/publication';
import { type AdminPage, jsonPage } from '../http/adminPage';
import { type Fixture, loadFixtures } from '../mapping/loadFixtures';
import type { Mappings } from '../mapping/loadMappings';
import { summarizeLedgers } from '../mapping/summarizeLedgers';
import { type DocumentName, documentTexts } from './documentTexts';
import { publicationOf } from './publicationOf';

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

/** The texts of one set of mappings, each made when it is first asked for and then kept. */
function keptTexts(mappings: Mappings, examples: () => readonly Fixture[]): (name: DocumentName) => string {
  const texts = new Map<DocumentName, string>();
  let publication: Publication | undefined;
  return (name) => {
    publication ??= publicationOf(mappings, examples());
    const text = texts.get(name) ?? documentTexts[name](publication);
    texts.set(name, text);
    return text;
  };
}

/** Serves ledger, OpenAPI and guide on the admin port. */
export function adminDocuments(folder: string, first: Mappings): AdminDocuments {
  let mappings = first;
  let textOf = keptTexts(first, () => examplesIn(folder));
  const page = (type: string, name: DocumentName) => (): AdminPage => ({
    type: `${type}; charset=utf-8`,
    body: textOf(name),
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
    prepare: () => {
      for (const name of ['openapi', 'html'] as const) textOf(name);
    },
    use: (next, examples) => {
      mappings = next;
      textOf = keptTexts(next, () => examples ?? examplesIn(folder));
    },
  };
}
