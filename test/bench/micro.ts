import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { createCompare } from '../../src/comparison/compare/compareAnswers';
import { decide } from '../../src/cutover/stages/decide';
import { createMatch } from '../../src/gateway/routes';
import { readBody, readJsonBytes } from '../../src/gateway/requestBody';
import { findFault } from '../../src/http/server/requestFaults';
import { standingAt } from '../cutover/support/standings';
import { shipped, shippedResource } from '../support/shipped';
import { measure } from './measure';
import { renderTable } from './report/renderTable';
import { v1Calls } from './stub/calls';
import { accountOffer, currencyOffer, ofSize } from './stub/documents';

/** The cost of one step, and of JSON.parse + JSON.stringify of the document that it works on; nanoseconds. */
export interface MicroFigure {
  readonly name: string;
  readonly nanoseconds: number;
  readonly parseAndStringify: number;
}

/** As the parser of node:http leaves it behind. */
function received(method: string, url: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  const headers = { host: '127.0.0.1:8080', authorization: 'Bearer key', accept: 'application/json' };
  return Object.assign(request, {
    method,
    url,
    httpVersion: '1.1',
    headers,
    rawHeaders: Object.entries(headers).flat(),
  });
}

const roundTrip = (text: string): number => measure(() => JSON.stringify(JSON.parse(text)));

function translations(): MicroFigure[] {
  const account = { data: ofSize((free) => accountOffer(1, 'small@bench', free), 'small') };
  const currency = { data: ofSize((free) => currencyOffer(1, free), 'small') };
  return [
    { name: 'account', body: account },
    { name: 'currency-offer', body: currency },
  ].map(({ name, body }) => {
    const { answer } = shippedResource(name);
    const bytes = Buffer.from(JSON.stringify(body));
    const translate = (): unknown => {
      const read = readJsonBytes(bytes, 'drop');
      return read.ok && answer.print(read.value, []);
    };
    return {
      name: `bytes of one ${name} read, translated, written`,
      nanoseconds: measure(translate),
      parseAndStringify: roundTrip(bytes.toString()),
    };
  });
}

function requestSteps(): MicroFigure[] {
  const { operations } = shipped();
  const match = createMatch(operations);
  const { method, path, body = '' } = v1Calls.update('small');
  const update = operations.find(
    ({ v1 }) => v1.template === '/v1/currency-offers/{currencyOfferId}' && v1.method === method,
  );
  if (update === undefined) throw new Error('no update of currency offers');
  const parseAndStringify = roundTrip(body);
  const request = received(method, path);
  const sent = { body: Buffer.from(body), contentType: 'application/json' };
  const standing = standingAt({ kind: 'canary', percent: 5 });
  const asked = { caller: { fingerprint: 'abc', bucket: 4_000 } };
  return [
    {
      name: 'guards of a request',
      nanoseconds: measure(() => findFault(request, () => false)),
      parseAndStringify,
    },
    { name: 'match of a request', nanoseconds: measure(() => match(method, path)), parseAndStringify },
    {
      name: 'body of an update read, checked, translated',
      nanoseconds: measure(() => readBody(update, sent)),
      parseAndStringify,
    },
    { name: 'decision', nanoseconds: measure(() => decide(standing, asked, 1)), parseAndStringify },
  ];
}

function comparisons(): MicroFigure[] {
  const compare = createCompare({ rules: [], now: () => 0 });
  return (['small', 'large'] as const).map((size) => {
    const { answer } = shippedResource('account');
    const made = answer.print({ data: ofSize((free) => accountOffer(1, 'small@bench', free), size) }, []);
    const body = made.ok ? made.value.body : '';
    const [v1, v2] = [body, body.replace('19.9', '19.8')].map((text) => ({
      status: 200,
      headers: {},
      body: text,
    }));
    if (v1 === undefined || v2 === undefined) throw new Error('two answers');
    return {
      name: `comparison of two answers, ${size === 'small' ? '1.5' : '20'} KB each`,
      nanoseconds: measure(() => compare(v1, v2, 'getAccountByLogin'), { runs: 1_000 }),
      parseAndStringify: roundTrip(body),
    };
  });
}

/** Measures what each step of a request costs next to reading and writing its document with JSON, 1.5 KB. */
export function micro(write: (line: string) => void): readonly MicroFigure[] {
  const figures = [...translations(), ...requestSteps(), ...comparisons()];
  write('steps of a request, next to JSON.parse + JSON.stringify of its document');
  const rows = figures.map(({ name, nanoseconds, parseAndStringify }) => [
    name,
    nanoseconds.toFixed(0),
    parseAndStringify.toFixed(0),
    (nanoseconds / parseAndStringify).toFixed(3),
  ]);
  for (const line of renderTable(['', 'ns', 'parse + stringify ns', 'share'], rows)) write(`  ${line}`);
  return figures;
}
