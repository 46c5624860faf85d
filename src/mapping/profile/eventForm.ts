import { z } from 'zod';
import { notations } from '../../contract/field';
import { headerName } from './keyStyle';
import { memberPath } from './places';

const place = memberPath.min(1);

/** Header in which an event is signed: the HMAC-SHA-256 of its body, in hex or Base64, and what stands around it. */
const signature = z.strictObject({
  header: headerName('is not a header that signs, such as X-Signature'),
  form: z
    .string()
    .regex(/^[\x21-\x7e]*\{(?:hex|base64)\}[\x21-\x7e]*$/, { error: 'is not a form such as sha256={hex}' })
    .default('{hex}'),
});

export type SignatureForm = Readonly<z.output<typeof signature>>;

/** Path of the instant of an event, and its notation. */
const instant = z.strictObject({ path: place, as: z.enum(notations) }).optional();

/** One name of v2, or several that are one event of v1. */
const v2Names = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

/** Forms in which both APIs tell a receiver of an event, and the names of the events. */
export const eventsEntry = z.strictObject({
  v1: z.strictObject({
    name: place,
    id: memberPath.default(''),
    at: instant,
    resource: place,
    /** Absent if v1 did not sign its events. */
    signature: signature.optional(),
    /** Members that stand in each event, always the same. */
    beside: z.record(z.string(), z.json()).default({}),
  }),
  /** The whole event is the resource if its path is empty. */
  v2: z.strictObject({ name: place, id: place, at: instant, resource: memberPath, signature }),
  /** v1's name of each event by its resource, with v2's name. */
  takes: z.record(z.string(), z.record(z.string(), v2Names)),
  /** v2's events that v1 did not have, each with the reason. */
  drops: z.record(z.string(), z.string().min(1)).default({}),
});

export type EventsEntry = Readonly<z.output<typeof eventsEntry>>;
