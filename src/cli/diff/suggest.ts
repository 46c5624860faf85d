import { renderLine } from '../../proof/learn/renderLearned';
import { suggestChanges, type Suggestion } from '../../proof/learn/suggestChanges';
import { SHIPPED_MAPPINGS } from '../../mapping/yaml/mappingFolder';
import { matchesPath } from '../../comparison/compare/agreement';
import type { IgnoreRule } from '../../comparison/compare/ignoreRules';
import { examplesOf } from '../../proof/learn/answerExamples';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import { need } from '../command';
import type { DiffExit } from './diffVerdict';
import { readPairs } from '../mappings/learnFromPairs';
import { readMappings, readRulesFile, rulesFileOf } from '../../runtime/inputFiles';
import { systemClock as clock } from '../../runtime/systemClock';
import { print, type Terminal } from '../terminal';

/** Pairs that a relation has to explain before it is shown: this many without exception, or nearly all of many more. */
const EXPLAINED = 20;
const NEARLY_ALL = 0.95;

function relationLine({ relation }: Suggestion): readonly string[] {
  if (relation === undefined) return [];
  const { text, explained, of, lower } = relation;
  const isShown = (explained === of && of >= EXPLAINED) || lower >= NEARLY_ALL;
  return isShown ? [`  v2 makes it ${text}: ${explained} of ${of}`] : [];
}

function changeLines({ line, things }: Suggestion): readonly string[] {
  if (line === undefined) return ['  no line is sure to make it: too few pairs, or no codec writes it so'];
  return [`  + ${renderLine(line)}`, `  would have differed in 0 of ${things}`];
}

/** Renders a suggestion for people: the present line with its place, the explanation, the new line. */
const renderSuggestion = (suggestion: Suggestion): readonly string[] => [
  `${suggestion.place ?? 'no line'}: ${suggestion.attribute} differs in ${suggestion.differing} of ${suggestion.things}`,
  ...relationLine(suggestion),
  ...changeLines(suggestion),
];

/** Options of `lifeboat diff --suggest`. */
export interface SuggestOptions {
  /** File of pairs `{"v1": body, "v2": body}`. */
  readonly suggest: string;
  readonly mappings?: string | undefined;
  /** File of the agreed differences, unless it is the one next to the mappings. */
  readonly rules?: string | undefined;
  /** Format of the output; `json` is for programs. */
  readonly format?: string | undefined;
}

/** Places of the attributes of a resource: in a single answer, and in a list. */
const PLACES = ['data.attributes.', 'data.[].attributes.'];

/** Collects the attributes of a resource that may differ by agreement. */
function agreedOf(rules: readonly IgnoreRule[], { operations }: ResolvedResource) {
  const names = new Set(operations.map(({ operation }) => operation.name));
  const agreed = rules
    .filter(
      ({ comparator, kind, operation, expires }) =>
        comparator.kind === 'ignore' &&
        kind === undefined &&
        expires > clock.now() &&
        (operation === undefined || names.has(operation)),
    )
    .map(({ path }) => matchesPath(path));
  return (attribute: string): boolean =>
    agreed.some((matches) => PLACES.some((prefix) => matches(`${prefix}${attribute}`)));
}

/**
 * Prints the mapping lines that do not make v1's values, with lines that would, except for agreed differences; returns
 * 0 if all lines do.
 */
export function suggest(options: SuggestOptions, terminal: Terminal): DiffExit {
  const { suggest: file, mappings: folder = SHIPPED_MAPPINGS, rules: rulesFile, format } = options;
  const pairs = readPairs(file, folder, 3);
  const { operations, resources } = need(readMappings(folder, terminal), 3);
  const names = operations.map(({ name }) => name);
  const rules = need(readRulesFile(rulesFile ?? rulesFileOf(folder), names, terminal), 3);
  const agreed: string[] = [];
  const suggestions = resources.flatMap((resource) => {
    const isAgreed = agreedOf(rules, resource);
    return suggestChanges(resource, examplesOf(pairs, resource.envelope.type)).filter(({ attribute }) => {
      if (isAgreed(attribute)) agreed.push(attribute);
      return !isAgreed(attribute);
    });
  });
  const agreedLines = agreed.length > 0 ? [`differ and are agreed: ${agreed.join(', ')}`] : [];
  const none = suggestions.length === 0 ? ['the mappings make what v1 showed, in all pairs'] : [];
  const lines = [...suggestions.flatMap(renderSuggestion), ...agreedLines, ...none];
  print({ suggestions, agreed }, lines, format === 'json', terminal);
  return suggestions.length > 0 ? 1 : 0;
}
