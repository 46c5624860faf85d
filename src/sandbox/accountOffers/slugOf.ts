/** A slug made of a title (spec 4.2: "generated when absent"): lower-case ASCII words joined by hyphens. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-') ?? 'account';
}
