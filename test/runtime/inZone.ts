import { documentTexts } from '../../src/runtime/reload/makeDocuments.js';
import { publicationOf } from '../documents/publication.ts';

// Run as a process of its own: time zone and locale are taken from the environment once, at the start.
const folder = process.argv[2];
const publication = publicationOf(folder);
const texts = Object.values(documentTexts).map((text) => text(publication));
process.stdout.write(JSON.stringify({ offset: new Date(2024, 0, 15).getTimezoneOffset(), texts }));
