import { isJsonObject, type Json } from '../../contract/json';
import { success } from '../../contract/result';
import type { PairWire, WrittenAnswer } from '../../mapping/profile/wire';
import { readJson, writeJson } from '../../mapping/translate/exactJson';
import { type Answer, textAnswer, bodyText, bodyValue, problems } from '../problems';
import type { Upstream, UpstreamAnswer } from '../upstream';

/** Creates the upstream that calls an API at its own paths, by its own keys, and puts v2's answers in mapping form. */
export function createPairUpstream(upstream: Upstream, wire: PairWire, side: 'v1' | 'v2' = 'v2'): Upstream {
  if (wire.isPlain) return upstream;
  return async (request) => {
    const { authorization, path } = request;
    const keyLine = authorization === undefined ? undefined : wire.keys[side]?.outward(authorization);
    // The key of the call stands alone in its header, whatever a mapping takes.
    const carried = { ...request.carried, ...wire.headers[side] };
    if (keyLine?.in === 'header') Reflect.deleteProperty(carried, keyLine.name);
    const outcome = await upstream({ ...request, carried, keyLine, path: wire.outward(path) });
    if (!outcome.ok || side === 'v1') return outcome;
    const { status, body } = wire.readForm('v2', {
      ...writtenAnswer(outcome.value),
      resource: request.resource,
    });
    return success({ ...outcome.value, status, body: Buffer.from(body) });
  };
}

const writtenAnswer = ({ status, body, headers }: UpstreamAnswer): WrittenAnswer => ({
  status,
  body: body.toString(),
  link: headers['link'],
});

/** Returns the body of an answer with the pair's own text for its status in place of the gateway's. */
function ownWording(answer: Answer, text: string | undefined): string {
  const body = text === undefined ? null : bodyValue(answer);
  const message = isJsonObject(body) ? body['message'] : undefined;
  if (text === undefined || typeof message !== 'string') return bodyText(answer);
  const fixed = Object.values(problems).find(
    ({ status, message: ownText }) => status === answer.status && message.startsWith(ownText),
  );
  if (fixed === undefined || !isJsonObject(body)) return bodyText(answer);
  return writeJson({ ...body, message: text + message.slice(fixed.message.length) });
}

/** Writes an answer of the gateway, with its `Link`, in v1's form. An error on v2's own paths gets v2's form. */
export function answerInPairForm(answer: Answer, wire: PairWire, side: 'v1' | 'v2' = 'v1'): Answer {
  const { status, headers, resource, next } = answer;
  const requestId = headers['x-request-id'];
  const isError = status > 299;
  if (wire.isPlain || answer.isAsCame === true || (side === 'v2' && !isError)) return answer;
  const style = isError ? wire.errors[side] : undefined;
  const body = ownWording(answer, style?.texts[status]);
  return {
    headers: headersInPairForm(answer, wire, style?.type),
    ...wire.writeForm(side, { status, body, resource, next: next && wire.outward(next), requestId }),
  };
}

/** Puts the pair's own paths into `Link`, names the next page, and sets the content type of the error style. */
function headersInPairForm(
  { headers, next }: Answer,
  { outward, linksNext }: PairWire,
  type: string | undefined,
): Answer['headers'] {
  const { link } = headers;
  const named = linksNext && next !== undefined ? [`<${outward(next)}>; rel="next"`] : [];
  return {
    ...headers,
    ...(link === undefined ? {} : { link: [link.replace(/(?<=<)\/v2[^>]*/, outward), ...named].join(', ') }),
    ...(type === undefined ? {} : { 'content-type': type }),
  };
}

/** Reads an answer in v1's form into the mappings' form. */
export const answerInMappingForm = <Of extends WrittenAnswer>(
  answer: Of,
  wire: Pick<PairWire, 'readForm'>,
): Of => ({
  ...answer,
  ...wire.readForm('v1', answer),
});

/** Returns the part of a v2 answer that is compared: what a client would read in it, in the mappings' form. */
export const comparedPart = (answer: Answer, wire: PairWire): Answer =>
  wire.isPlain ? answer : answerInMappingForm(textAnswer(answerInPairForm(answer, wire)), wire);

/** Reads a body that is a value into the mappings' form. */
export function jsonInMappingForm(
  body: Json,
  { isPlain, readForm }: PairWire,
  side: 'v1' | 'v2' = 'v2',
): Json {
  const writeBody = (): string => readForm(side, { status: 200, body: writeJson(body) }).body;
  const read = isPlain ? success(body) : readJson(writeBody(), 'drop');
  return read.ok ? read.value : body;
}
