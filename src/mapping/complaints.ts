import { basename } from 'node:path';
import type { Document, Path } from '../document/document';
import type { Fault } from '../document/fault';
import { type Complaint, faultAt } from '../document/faultAt';

/** Collects what is wrong in one mapping file, so that all of it is reported at once. */
export interface Complaints {
  readonly faults: readonly Fault[];
  readonly report: (path: Path, complaint: Complaint) => void;
  /** The mapping line of a path, as rules carry it: `currency-offer.yaml:12`. */
  readonly place: (path: Path) => string;
}

/** Starts an empty collection over a document. */
export function createComplaints(document: Document): Complaints {
  const faults: Fault[] = [];
  return {
    faults,
    report: (path, complaint) => void faults.push(faultAt(document, path, complaint)),
    place: (path) => `${basename(document.file)}:${document.at(path, 'key').line}`,
  };
}
