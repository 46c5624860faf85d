import { mkdirSync, writeFileSync } from 'node:fs';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../../support/upstream.ts';
import { examined } from './support/examined.ts';

const note = `
resource: note
contract: { v1: note, v2: note, adds: { v1: { note: { title: text } }, v2: { note: { note_no: integer, title: text } } } }
dates: iso
envelope: { type: notes, id: note_no }
attributes: { title: title }
operations:
  listNotes:
    v1: GET /v1/notes
    v2: GET /v2/notes
    success: 200
    evidence: { path: spec, parameters: spec, success: assumed }
    list:
      v1: { offset: start, size: limit, usual: 2, most: 7 }
      v2: { cursor: after, size: take, most: 3, query: { state: open } }
  getNote:
    v1: GET /v1/notes/{id}
    parameters: { id: integer }
    v2: GET /v2/notes/{id}
    success: 200
    evidence: { path: spec, parameters: spec, success: assumed }
`;
const pair = (probe: string) => `
name: Notes
v1: { prefix: /old }
v2:
  prefix: /new
  one: ''
  list: items
  paging: { from: '', to: '', current_page: '', per_page: '', total: '', last_page: '', offset: '', next: after }
${probe}`;

const notes = [1, 2, 3].map((id) => ({ note_no: id, title: `Note ${id}` }));
const answers: Readonly<Record<string, unknown>> = {
  '/new/ping': {},
  '/new/notes?take=3&state=open': { items: notes, after: 'c3' },
  '/new/notes?take=1&state=open': { items: notes.slice(0, 1), after: 'c1' },
  '/new/notes/1': notes[0],
};

const folder = temporaryFolder();
let upstream: ScriptedUpstream;
beforeEach(async () => {
  upstream = await startUpstream({
    request: ({ path }, socket) => {
      const body = answers[path];
      socket.write(reply(body === undefined ? 404 : 200, JSON.stringify(body ?? { message: 'None.' })));
    },
  });
});

/** Examines the service with a pair of its own, and a key. */
function examinedPair(probe: string) {
  mkdirSync(folder.path('mappings'));
  writeFileSync(folder.path('mappings/api.yaml'), pair(probe));
  writeFileSync(folder.path('mappings/note.yaml'), note);
  return examined(
    {
      LIFEBOAT_UPSTREAM_V2: upstream.origin,
      LIFEBOAT_MAPPINGS: folder.path('mappings'),
      OPERATOR_KEY: 'key-1',
    },
    { keyEnv: 'OPERATOR_KEY' },
  );
}

describe('lifeboat doctor in front of an API that pages by a cursor', () => {
  it('reads its lists, and a resource by the id, as the mapping says', async () => {
    const { about } = await examinedPair('  probe: /v2/ping');
    expect(about('GET /v2/notes')).toEqual(['ok: pages as the mapping relies on; 3 items fit the contract']);
    expect(about('GET /v2/notes/{id}')).toEqual([
      'ok: reads as the mapping relies on, and answers 404 for what is not there',
    ]);
    expect(about('evidence').join('\n')).not.toContain('warning');
  });

  it('names the setting of what is read first where there is no such path', async () => {
    const { findings } = await examinedPair('');
    expect(findings).toContainEqual({
      subject: 'v2',
      severity: 'error',
      message: 'there is no /new (404)',
      advice: 'is the origin right? without an index, `probe:` of api.yaml names what is read first',
    });
  });

  it('asks for no key where one was named and nothing could be tried', async () => {
    const { findings } = await examinedPair('');
    const untried = findings.filter(({ subject, severity }) => subject === 'evidence' && severity !== 'ok');
    expect(untried.map(({ advice }) => advice)).toEqual([
      'it was not tried: see the finding about v2',
      'it was not tried: see the finding about v2',
    ]);
  });
});
