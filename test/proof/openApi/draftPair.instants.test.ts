import { parse } from 'yaml';
import { draftPair } from '../../../src/proof/openApi/draftPair.js';
import { apiOf, json, readable } from './support/describedThings.ts';

const text = { type: 'string', format: 'date-time' };
const number = { type: 'integer' };
const finer = { ...text, example: '2026-01-15T10:30:00.250Z' };
const whole = { ...text, example: '2026-01-15T10:30:00Z' };
const milliseconds = { ...number, example: 1_768_473_000_250 };

/** Drafts a pair whose thing was seen at an instant, and can be changed. */
function drafted(v1: object, v2: object, name = 'seen_at') {
  const [ours, theirs] = [v1, v2].map((seen) => {
    const properties = { id: number, [name]: seen };
    const thing = { type: 'object', required: ['id', name], properties };
    const change = { type: 'object', properties: { [name]: seen } };
    const patch = { requestBody: json(change), responses: { 200: json(thing) } };
    return apiOf('3.1.0', { '/things/{id}': { ...readable(thing), patch } }, {});
  });
  if (ours === undefined || theirs === undefined) throw new Error('no documents');
  const { files, faults } = draftPair({ v1: ours, v2: theirs }, 0);
  const mapping = parse(files[1]?.text ?? '') as {
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly contract: { readonly adds: Readonly<Record<string, Record<string, Record<string, unknown>>>> };
    readonly operations: { readonly updateThing: { readonly body: { readonly fields: object } } };
  };
  const { v1: shown, v2: read } = mapping.contract.adds;
  return {
    rule: mapping.attributes[name],
    types: [read?.['thing']?.[name], shown?.['thing']?.[name]],
    written: mapping.operations.updateThing.body.fields,
    faults: faults.map(({ message }) => message),
  };
}

const rule = (codec: string) => ({ from: 'seen_at', codec });

describe('a drafted instant', () => {
  it.each([
    ['Unix seconds as text', text, number, rule('date'), ['timestamp', 'date']],
    ['text as Unix seconds', number, text, rule('date(iso, unix)'), ['instant(iso)', 'instant(unix)']],
    ['Unix seconds as they are', number, number, rule('date(unix, unix)'), ['timestamp', 'instant(unix)']],
    [
      'milliseconds by an example',
      text,
      milliseconds,
      rule('date(unixMilliseconds, isoMilliseconds)'),
      ['instant(unixMilliseconds)', 'instant(isoMilliseconds)'],
    ],
    [
      'milliseconds by their format',
      { ...number, format: 'unix-time-millis' },
      finer,
      rule('date(isoMilliseconds, unixMilliseconds)'),
      ['instant(isoMilliseconds)', 'instant(unixMilliseconds)'],
    ],
    ['text as it is', text, text, 'seen_at', ['text', 'text']],
    ['text of which one example is known', whole, text, 'seen_at', ['text', 'text']],
  ])('shows %s', (_, v1, v2, expected, types) => {
    expect(drafted(v1, v2)).toMatchObject({ rule: expected, types, faults: [] });
  });

  it('states the loss where v1 shows fewer digits', () => {
    const loss = { class: 'guessed', reason: 'v1 shows fewer digits of a second' };
    expect(drafted(whole, finer).rule).toEqual({ ...rule('date(isoMilliseconds, iso)'), ...loss });
    expect(drafted(whole, milliseconds).rule).toEqual({ ...rule('date(unixMilliseconds, iso)'), ...loss });
  });

  it('leaves a fault where v1 takes more digits than v2 has', () => {
    expect(drafted(finer, whole)).toMatchObject({
      rule: rule('date(iso, isoMilliseconds)'),
      faults: ['what a client writes to seen_at it does not read back in seen_at'],
    });
  });

  it('is written back in the notation of v2', () => {
    const seen = (codec: string) => ({ seen_at: { to: 'seen_at', codec } });
    expect(drafted(number, text).written).toEqual(seen('date(iso, unix)'));
    expect(drafted(text, number).written).toEqual(seen('date'));
    expect(drafted(text, text).written).toEqual({ seen_at: 'seen_at' });
  });

  it('is found by the format of one side where its name does not tell it', () => {
    expect(drafted(number, text, 'seen')).toMatchObject({
      rule: { from: 'seen', codec: 'date(iso, unix)' },
      faults: [],
    });
    expect(drafted(text, number, 'seen')).toMatchObject({
      rule: { from: 'seen', codec: 'date' },
      faults: [],
    });
    expect(drafted(text, number, 'seen_at_ms')).toMatchObject({
      rule: { from: 'seen_at_ms', codec: 'date(unixMilliseconds, isoMilliseconds)' },
    });
    const duration = drafted(number, number, 'response_time_ms');
    expect(duration).toMatchObject({ rule: 'response_time_ms', types: ['integer', 'integer'] });
    expect(drafted(number, number, 'seen')).toMatchObject({ rule: 'seen', types: ['integer', 'integer'] });
  });
});
