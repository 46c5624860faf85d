import { renderLine } from '../../learning/renderLearned';
import type { Suggestion } from '../../learning/suggestChanges';

/** One relation is told when it explains this many of as many, or nearly all of many more. */
const EXPLAINED = 20;
const NEARLY_ALL = 0.95;

function relationLine({ relation }: Suggestion): readonly string[] {
  if (relation === undefined) return [];
  const { text, explained, of, lower } = relation;
  const isTold = (explained === of && of >= EXPLAINED) || lower >= NEARLY_ALL;
  return isTold ? [`  v2 makes it ${text}: ${explained} of ${of}`] : [];
}

function changeLines({ line, things }: Suggestion): readonly string[] {
  if (line === undefined) return ['  no line is sure to make it: too few pairs, or no codec writes it so'];
  return [`  + ${renderLine(line)}`, `  would have differed in 0 of ${things}`];
}

/** A suggestion for people: the line as it is by its place, what explains it, the line as it would be. */
export const renderSuggestion = (suggestion: Suggestion): readonly string[] => [
  `${suggestion.place ?? 'no line'}: ${suggestion.attribute} differs in ${suggestion.differing} of ${suggestion.things}`,
  ...relationLine(suggestion),
  ...changeLines(suggestion),
];
