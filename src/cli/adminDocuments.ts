import type { Publication } from '../documents/publication';
import { type AdminPage, jsonPage } from '../http/adminPage';
import { loadFixtures } from '../mapping/loadFixtures';
import type { Mappings } from '../mapping/loadMappings';
import { summarizeLedgers } from '../mapping/summarizeLedgers';
import { documentTexts } from './documentTexts';
import { publicationOf } from './publicationOf';

/** The documents of the mappings in force. */
export interface AdminDocuments {
  readonly pages: Readonly<Record<'/ledger' | '/openapi.json' | '/guide', () => AdminPage>>;
  /** Puts other mappings in force. */
  readonly use: (mappings: Mappings) => void;
}

/** Serves ledger, OpenAPI and guide on the admin port, each made when it is first asked for. */
export function adminDocuments(folder: string, first: Mappings): AdminDocuments {
  let mappings = first;
  let publication: Publication | undefined;
  const current = (): Publication => {
    if (publication !== undefined) return publication;
    const fixtures = loadFixtures(folder);
    // Examples are not worth an outage: what is wrong with fixtures is told by `lifeboat check`.
    return (publication = publicationOf(mappings, fixtures.ok ? fixtures.value : []));
  };
  return {
    pages: {
      '/ledger': () => {
        const { hash, ledgers } = mappings;
        return jsonPage({ mappings: hash, summary: summarizeLedgers(ledgers), ledgers });
      },
      '/openapi.json': () => ({
        type: 'application/json; charset=utf-8',
        body: documentTexts.openapi(current()),
      }),
      '/guide': () => ({ type: 'text/html; charset=utf-8', body: documentTexts.html(current()) }),
    },
    use: (next) => {
      mappings = next;
      publication = undefined;
    },
  };
}
