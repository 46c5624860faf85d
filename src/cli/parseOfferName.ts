import { InvalidArgumentError } from 'commander';
import { offerKinds } from './offerKinds';

const paths = Object.keys(offerKinds);

/** Reads the name of an offer given on the command line: its id, or kind and id such as `currency-offers/7001`. */
export function parseOfferName(text: string): string {
  const [id = '', kind, ...rest] = text.split('/').reverse();
  const isKnown = kind === undefined || paths.includes(kind);
  if (/^[1-9]\d{0,14}$/.test(id) && isKnown && rest.length === 0) return text;
  throw new InvalidArgumentError(`It is an id such as 7001, or one of ${paths.join(', ')} and /7001.`);
}
