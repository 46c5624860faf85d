/** Counts up, starting with a number. */
export function countFrom(first: number): () => number {
  let number = first - 1;
  return () => {
    number += 1;
    return number;
  };
}
