import type { Privacy } from './createPrivacy';

function remember<Answer>(ask: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = ask(text);
    answers.set(text, answer);
    return answer;
  };
}

/** The same privacy, asked once for each path and value: for as long as one pair is looked at, whose answers are alike. */
export const rememberPrivacy = ({ isSecret, mayKeep, hash }: Privacy): Privacy => ({
  isSecret: remember(isSecret),
  mayKeep: remember(mayKeep),
  hash: remember(hash),
});
