import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificate } from './certificate.ts';
import type { Incident } from './incidents.ts';
import { change, edited, editedMapping, lost, overlay, pin } from './misfortunes.ts';
import { RESOURCE } from './startGame.ts';

const stores = (folder: string) => ({ LIFEBOAT_STORE: join(folder, 'store.db') });
const PLAN = `{zone: UTC, advance: automatic, steps: [{resource: ${RESOURCE}, to: v2, notBefore: 2025-10-05T08:00}]}`;

/** Incidents of the gateway itself: its stores, its files, what was set and forgotten. */
export const ownIncidents: readonly Incident[] = [
  {
    name: 'the store of the cutover is gone',
    ...lost('store.db'),
    says: /store of the cutover/,
    environment: stores,
  },
  {
    name: 'the store of the comparison is gone',
    ...lost('store.db'),
    says: /store of the comparison/,
    environment: stores,
  },
  {
    name: 'the store of the index is gone',
    asks: ['login'],
    ...lost('store.db'),
    says: /index is in memory/,
    environment: (folder) => ({
      ...stores(folder),
      LIFEBOAT_INDEX_SECRET: 'a secret of the index that is long enough',
    }),
  },
  {
    name: 'a mapping is refused at reload',
    ...editedMapping(`${RESOURCE}.yaml`, (text) => text.replace('title: title', 'title: tittle')),
    says: /change of the mappings is refused/,
  },
  {
    name: 'the key table is faulty',
    ...edited('keys.yaml', (text) => `${text}\n  - nonsense`),
    says: /change of the key table is refused/,
  },
  {
    name: 'the certificate is faulty',
    ...edited('cert.pem', () => 'nothing'),
    says: /change of the certificate is refused/,
    environment: (folder) => {
      writeFileSync(join(folder, 'cert.pem'), certificate.cert);
      writeFileSync(join(folder, 'key.pem'), certificate.key);
      return {
        LIFEBOAT_LISTEN_TLS_CERT: join(folder, 'cert.pem'),
        LIFEBOAT_LISTEN_TLS_KEY: join(folder, 'key.pem'),
      };
    },
  },
  { name: 'a hold is forgotten', ...overlay(() => ({ kind: 'hold' }), { kind: 'release' }), says: /is held/ },
  {
    name: 'a kill is forgotten',
    ...overlay(() => ({ kind: 'kill' }), { kind: 'release' }),
    says: /is killed/,
  },
  {
    name: 'a caller is left pinned',
    begin: (game) => pin(game, 'v1'),
    mend: (game) => pin(game, 'none'),
    says: /pinned to v1/,
  },
  {
    name: 'a step of the plan is late',
    begin: () => undefined,
    mend: (game) => change(game, { kind: 'move', to: { kind: 'v2' } }),
    says: /not ready for v2/,
    environment: (folder) => {
      appendFileSync(join(folder, 'plan.yaml'), PLAN);
      return { LIFEBOAT_CUTOVER_PLAN: join(folder, 'plan.yaml') };
    },
  },
  {
    name: 'a canary without callers',
    begin: (game) => change(game, { kind: 'move', to: { kind: 'canary', percent: 0.001 } }),
    mend: (game) => change(game, { kind: 'move', to: { kind: 'canary', percent: 20 } }),
    says: /none is in it/,
  },
];
