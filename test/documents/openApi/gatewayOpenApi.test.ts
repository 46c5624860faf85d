import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fc } from '../../support/fastCheck.ts';
import { z } from 'zod';
import { openApi } from '../../../src/documents/openApi/gatewayOpenApi.js';
import { problems } from '../../../src/gateway/problems.js';
import { arbitraryOf } from '../../../src/proof/laws/arbitraryOf.js';
import { leafPaths } from '../../../src/mapping/compile/sourcePath.js';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { publicationOf } from '../publication.ts';

const content = z.object({
  'application/json': z.object({
    schema: z.object({ $ref: z.string() }),
    examples: z.record(z.string(), z.object({ value: z.json() })),
  }),
});
const headers = z.record(z.string(), z.json());
const response = z.object({ description: z.string(), headers, content });
const unmodified = z.strictObject({ description: z.string(), headers });
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), schema: z.json(), example: z.json().optional() })),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }).strict(), response, unmodified])),
});
const shape = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    responses: z.record(z.string(), response),
    schemas: z.record(z.string(), z.json()),
  }),
});

const publication = publicationOf();
const document = openApi(publication);
const { paths, components } = shape.parse(document);
const operations = Object.values(paths).flatMap((item) => Object.values(item));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(JSON.parse(JSON.stringify(document)) as object, 'document');

function validator(reference: string): ValidateFunction {
  return ajv.compile({ $ref: `document${reference}` });
}

const temporary = temporaryFolder();

describe('the OpenAPI document', () => {
  it('is valid for a validator that knows nothing of Lifeboat', () => {
    const file = temporary.path('openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const tool = join('@seriousme', 'openapi-schema-validator', 'bin', 'validate-api-cli.js');
    const printed = execFileSync(process.execPath, [join('node_modules', tool), file], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual({ valid: true });
  });

  it('has every operation that the mappings answer, and no other', () => {
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const mapped = publication.resources.flatMap((resource) =>
      resource.operations.map(({ operation: { v1 } }) => `${v1.method} ${v1.template}`),
    );
    expect(described.sort()).toEqual(mapped.sort());
  });

  it('names the source of every attribute', () => {
    const text = JSON.stringify(components.schemas);
    for (const { ledger } of publication.resources) {
      for (const { place: location, class: lossClass, reason } of [...ledger.attributes, ...ledger.answers]) {
        expect(text).toContain(`"rule":"${location}"`);
        expect(text).toContain(`"class":"${lossClass}"`);
        if (reason !== undefined) expect(text).toContain(JSON.stringify(reason));
      }
    }
  });

  it('has a property for every v1 attribute and every member of a v1 request', () => {
    const dotted = (schema: unknown, prefix = ''): readonly string[] => {
      const { properties } = z
        .object({ properties: z.record(z.string(), z.json()).optional() })
        .parse(schema);
      if (properties === undefined) return [prefix];
      return Object.entries(properties).flatMap(([name, inner]) =>
        dotted(inner, prefix === '' ? name : `${prefix}.${name}`),
      );
    };
    const offers = publication.resources.find(({ name }) => name === 'currency-offer');
    const update = offers?.operations.find(({ body }) => body !== undefined)?.body;
    if (offers === undefined || update === undefined) throw new Error('no currency offers');
    expect(dotted(components.schemas['CurrencyOfferAttributes'])).toEqual(leafPaths(offers.v1));
    expect(dotted(components.schemas['UpdateCurrencyOfferRequest'])).toEqual(leafPaths(update.v1));
  });

  it('has only examples that fit their shapes', () => {
    const described = [
      ...Object.values(components.responses),
      ...operations.flatMap(({ responses }) => Object.values(responses)),
      ...operations.flatMap(({ requestBody }) => (requestBody === undefined ? [] : [requestBody])),
    ];
    let examples = 0;
    for (const entry of described) {
      if (!('content' in entry)) continue;
      const { schema, examples: named } = entry.content['application/json'];
      const validate = validator(schema.$ref);
      for (const { value } of Object.values(named)) {
        examples += 1;
        expect([value, validate(value), validate.errors]).toEqual([value, true, null]);
      }
    }
    expect(examples).toBeGreaterThan(publication.fixtures.length);
  });

  it('gives every path parameter an example that fits it', () => {
    for (const { parameters } of operations) {
      for (const { schema, example } of parameters)
        expect(ajv.validate(schema as object, example)).toBe(true);
    }
  });

  it('shows a success from the fixtures for every operation', () => {
    for (const { responses, operationId } of operations) {
      const success = response.parse(responses['200'] ?? responses['201']);
      const { examples } = success.content['application/json'];
      expect([operationId, Object.keys(examples)]).not.toEqual([operationId, []]);
    }
  });

  it('describes every answer that the mappings can give', () => {
    for (const { name, v2, answer, operations: resolved } of publication.resources) {
      const single = resolved.find(({ operation, ownAnswer }) => {
        const several = operation.list !== undefined || operation.each !== undefined;
        return operation.v1.success === 200 && !several && ownAnswer === undefined;
      });
      const { operationId } = operation.parse(
        operations.find((entry) => entry.operationId === single?.operation.name),
      );
      const success = response.parse(
        operations.find((entry) => entry.operationId === operationId)?.responses['200'],
      );
      const validate = validator(success.content['application/json'].schema.$ref);
      fc.assert(
        fc.property(arbitraryOf(v2), (data) => {
          const translated = answer.read({ data });
          if (!translated.ok) return;
          expect([name, validate(translated.value), validate.errors]).toEqual([name, true, null]);
        }),
        { numRuns: 300 },
      );
    }
  });

  it('rejects answers that break the promise', () => {
    const update = validator('#/components/schemas/UpdateCurrencyOfferRequest');
    const fit = {
      description: 'Gold',
      price: '0.000001',
      game: 'a-game',
      stock: 1,
      min_quantity: 1,
      delivery_time: { duration: 1, unit: 'hours' },
    };
    expect(update(fit)).toBe(true);
    for (const wrong of [
      { ...fit, game: undefined },
      { ...fit, game: null },
      { ...fit, price: '0.0000001' },
      { ...fit, price: '1e3' },
      { ...fit, stock: -1 },
      { ...fit, min_quantity: 0 },
      { ...fit, description: 'a'.repeat(5029) },
      { ...fit, currency_data: 'text' },
      { ...fit, delivery_time: null },
    ]) {
      expect([wrong, update(wrong)]).toEqual([wrong, false]);
    }
  });

  it('names each refusal once, with a status and a message of the table', () => {
    for (const [name, { description, content: body }] of Object.entries(components.responses)) {
      const codes = Object.keys(body['application/json'].examples);
      for (const code of codes) {
        const problem = Object.entries(problems).find(([knownText]) => knownText === code)?.[1];
        expect([
          name.startsWith(`${problem?.status}-`),
          description.includes(problem?.message ?? '?'),
        ]).toEqual([true, true]);
      }
    }
  });

  it('has a refusal for 401, 429, every failure of the upstream, and those of the fixtures', () => {
    for (const { responses, operationId } of operations) {
      const refused = publication.fixtures.filter(
        ({ operation: name, gets }) => name === operationId && gets.status >= 400,
      );
      const statuses = [
        '401',
        '429',
        '500',
        '502',
        '503',
        '504',
        ...refused.map(({ gets }) => String(gets.status)),
      ];
      expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining(statuses)]);
    }
  });

  it('names problems of a body or an index only where there is one, and none that no client sees', () => {
    for (const { operation: mapped } of publication.resources.flatMap((resource) => resource.operations)) {
      const codes = publication.problemsOf(mapped).map(({ code }) => code);
      for (const code of ['badJson', 'refusedKey', 'bodyTooLarge', 'unsupportedMediaType'])
        expect([code, codes.includes(code)]).toEqual([code, mapped.body !== undefined]);
      expect(codes.includes('indexing')).toBe(mapped.lookup !== undefined);
      expect(codes).not.toContain('clientGone');
    }
  });

  it('has 304 and the headers of the state on the reads of one resource alone (RFC 9110 8.8, 15.4.5)', () => {
    const state = { ETag: { $ref: '#/components/headers/ETag' } };
    const withState = operations.filter(({ responses }) => responses['304'] !== undefined);
    expect(withState.map(({ operationId }) => operationId).sort()).toEqual([
      ...['getAccount', 'getAccountTemplate', 'getCurrencyOffer', 'getItemOffer'],
    ]);
    for (const { responses } of withState)
      for (const status of ['200', '304']) expect(responses[status]).toMatchObject({ headers: state });
    expect(JSON.stringify(document['paths']).split('"ETag"')).toHaveLength(withState.length * 2 + 1);
  });

  it('requires a bearer key everywhere', () => {
    expect(document).toMatchObject({
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    });
  });
});
