import type { Publication } from '../documents/publication';
import { type AdminPage, jsonPage } from '../http/adminPage';
import { loadFixtures } from '../mapping/loadFixtures';
import type { Mappings } from '../mapping/loadMappings';
import { summarizeLedgers } from '../mapping/summarizeLedgers';
import { type DocumentName, documentTexts } from './documentTexts';
import { publicationOf } from './publicationOf';

/** The documents of the mappings in force. */
export interface AdminDocuments {
  readonly pages: Readonly<Record<'/ledger' | '/openapi.json' | '/guide', () => AdminPage>>;
  /** Puts other mappings in force. */
  readonly use: (mappings: Mappings) => void;
}

/** The texts of one set of mappings, each made when it is first asked for and then kept: making one takes the loop 50 ms. */
function keptTexts(folder: string, mappings: Mappings): (name: DocumentName) => string {
  const texts = new Map<DocumentName, string>();
  let publication: Publication | undefined;
  const publish = (): Publication => {
    const fixtures = loadFixtures(folder);
    // Examples are not worth an outage: what is wrong with fixtures is told by `lifeboat check`.
    return publicationOf(mappings, fixtures.ok ? fixtures.value : []);
  };
  return (name) => {
    publication ??= publish();
    const text = texts.get(name) ?? documentTexts[name](publication);
    texts.set(name, text);
    return text;
  };
}

/** Serves ledger, OpenAPI and guide on the admin port. */
export function adminDocuments(folder: string, first: Mappings): AdminDocuments {
  let mappings = first;
  let textOf = keptTexts(folder, first);
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
    use: (next) => {
      mappings = next;
      textOf = keptTexts(folder, next);
    },
  };
}
