import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { isJsonObject, type Json, type JsonObject } from '../../../src/contract/json';
import { operations } from '../../../src/sandbox/sandboxOperations';
import { componentSchemas } from '../../../src/documents/openApi/contractSchema';
import { nameSchemas } from '../../../src/sandbox/docs/schemaNames';
import { contentOf } from '../../../src/sandbox/docs/schemaExamples';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions';
import { temporaryFolder } from '../../support/temporaryFolder';
import { callSandbox } from '../support/callSandbox';
import { openSandbox } from '../support/openSandbox';

/** The validator is an ES module, which this test runner does not load: it runs as a program of its own. */
const VALIDATE = `
  import { readFileSync } from 'node:fs';
  import { Validator } from '@seriousme/openapi-schema-validator';
  const outcome = await new Validator().validate(JSON.parse(readFileSync(process.argv[1], 'utf8')));
  process.stdout.write(JSON.stringify(outcome));
`;

const at = (value: Json | undefined, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((inner, name) => (isJsonObject(inner) ? inner[name] : undefined), value);

describe('the documents', () => {
  const folder = temporaryFolder();
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
  });
  afterAll(() => sandbox.close());

  const read = async (path: string): Promise<JsonObject> =>
    (await callSandbox(sandbox, `GET ${path}`, undefined, null)).body;

  it.each(['/openapi.json', '/v1/openapi.json', '/v2/openapi.json'])(
    '%s is valid OpenAPI 3.1 for an independent validator',
    async (path) => {
      const file = folder.path('document.json');
      const document = await read(path);
      writeFileSync(file, JSON.stringify(document));
      const root = join(__dirname, '..', '..', '..');
      const run = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', VALIDATE, file], {
        cwd: root,
      });
      expect(JSON.parse(run.stdout)).toEqual({ valid: true });
      expect(document.openapi).toBe('3.1.0');
    },
  );

  it('show every operation with its answer, its refusals and an example of each body', async () => {
    const document = await read('/openapi.json');
    for (const { path, method, status, refusals, body } of operations) {
      const shown = at(document.paths, path, method.toLowerCase());
      const statuses = Object.keys((at(shown, 'responses') ?? {}) as JsonObject).map(Number);
      expect(statuses).toEqual(expect.arrayContaining([status, ...refusals]));
      for (const one of statuses) {
        expect(at(shown, 'responses', String(one), 'content', 'application/json', 'example')).toBeDefined();
      }
      expect(at(shown, 'requestBody') !== undefined).toBe(body !== undefined);
    }
  });

  it('give examples that keep the contract', () => {
    const names = nameSchemas(operations);
    const shapes = { names, schemas: componentSchemas(names) };
    for (const { body, answer } of operations) {
      for (const schema of body === undefined ? [answer] : [answer, body]) {
        const { example } = contentOf(schema, shapes);
        expect({ name: names.get(schema), error: schema.safeParse(example).error }).toEqual({
          name: names.get(schema),
          error: undefined,
        });
      }
    }
  });

  it('name no operation twice', () => {
    const routes = operations.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('are shown on a page that loads nothing else', async () => {
    const answer = await request(`${sandbox.origin}/docs`);
    const page = await answer.body.text();
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^' ]+'; script-src 'sha256-[^' ]+'; connect-src 'self'; form-action 'none'; /,
    );
    expect(page.match(/<script/g)).toEqual(['<script']);
    expect(page).not.toMatch(/<script[^>]|<link|<img|url\(|@import|src=/);
    for (const { path } of operations) expect(page).toContain(path);
  });
});
