import { z } from 'zod';
import { freeObject } from '../kinds';

/** A template as one free-form object: it holds samples (spec 2.7), and nobody promises the type of a sample. */
export const template = z.object({ template: freeObject() });
