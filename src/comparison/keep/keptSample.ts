import { z } from 'zod';
import { isJsonObject, type Json } from '../../contract/json';
import { readJson, writeJson } from '../../mapping/translate/exactJson';
import { shownName } from '../compare/memberNames';
import { maskBody, type Privacy, rememberPrivacy } from './privacy';
import type { Pair, SeenAnswer } from '../compare/answerPair';

const answer = z.object({ status: z.int(), body: z.string() });

/** One differing pair that may be kept and shown: its structure, with stand-ins for values. */
export const sample = z.object({
  id: z.string(),
  /** Clock ms. */
  at: z.number(),
  resource: z.string(),
  operation: z.string(),
  v1: answer,
  /** v2, translated. */
  v2: answer,
  /** v2's own answers, in the order of the calls. */
  raw: z.array(answer),
  /** Places of different secrets, e.g. `data.[0].attributes.password`, which the bodies do not show. */
  secrets: z.array(z.string()).optional(),
});

export type Sample = z.infer<typeof sample>;

type Leaf = readonly [steps: readonly string[], value: Json];

/** Lists every value of a JSON document by the steps to it, e.g. `data`, `[0]`, `id`. An empty object is a value. */
export function listLeaves(value: Json, steps: readonly string[] = []): readonly Leaf[] {
  const isList = Array.isArray(value);
  const children = isList || isJsonObject(value) ? Object.entries(value) : [];
  if (children.length === 0) return [[steps, value]];
  return children.flatMap(([name, child = null]) =>
    listLeaves(child, [...steps, isList ? `[${name}]` : name]),
  );
}

/** Finds the secrets in a body by their places, e.g. `data.[0].password`. */
function secretsIn(body: string, { isSecret }: Privacy): ReadonlyMap<string, string> {
  const read = readJson(body, 'drop');
  if (!read.ok) return new Map();
  const shownStep = (step: string) => (/^\[\d+\]$/.test(step) ? step : shownName(step));
  const secrets = listLeaves(read.value).filter(([steps]) => isSecret(steps.join('.')));
  return new Map(secrets.map(([steps, value]) => [steps.map(shownStep).join('.'), writeJson(value)]));
}

/** Lists the places at which two bodies have different secrets, or only one of them has one. */
function differingSecrets(v1: string, v2: string, privacy: Privacy): readonly string[] {
  const [secrets1, secrets2] = [secretsIn(v1, privacy), secretsIn(v2, privacy)];
  return [...new Set([...secrets1.keys(), ...secrets2.keys()])].filter(
    (pointer) => secrets1.get(pointer) !== secrets2.get(pointer),
  );
}

/** Makes the sample of a pair. */
export function sampleOf({ id, at, resource, operation, v1, v2, raw }: Pair, privacy: Privacy): Sample {
  const remembered = rememberPrivacy(privacy);
  const maskAnswer = ({ status, body }: SeenAnswer) => ({ status, body: maskBody(body, remembered) });
  const secrets = differingSecrets(v1.body, v2.body, remembered);
  const bodies = { v1: maskAnswer(v1), v2: maskAnswer(v2), raw: raw.map(maskAnswer) };
  return { id, at, resource, operation, ...bodies, ...(secrets.length > 0 && { secrets: [...secrets] }) };
}
