import { existsSync, writeFileSync } from 'node:fs';
import { runHere } from '../../support/runHere.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

it('a pair of which nothing can be paired still gets settings, profile and contracts', async () => {
  const documentOf = (path: string) => ({
    openapi: '3.0.0',
    paths: {
      [path]: {
        get: {
          responses: {
            200: { content: { 'application/json': { schema: { properties: { id: { type: 'string' } } } } } },
          },
        },
      },
    },
  });
  writeFileSync(folder.path('v1.json'), JSON.stringify(documentOf('/people/{key}')));
  writeFileSync(folder.path('v2.json'), JSON.stringify(documentOf('/contacts/{id}')));
  const { code, stdout, stderr } = await runHere(['init', '--from', 'v1.json', 'v2.json'], {
    cwd: folder.path('.'),
  });
  expect([code, stdout.at(-1)]).toEqual([0, expect.stringContaining('the first mapping file, by hand')]);
  expect(stderr).toContain('v2 has GET /v2/contacts/{id}');
  const files = ['lifeboat.yaml', 'mappings/api.yaml', 'contracts.yaml'];
  expect(files.filter((file) => !existsSync(folder.path(file)))).toEqual([]);
});
