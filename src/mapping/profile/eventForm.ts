import { z } from 'zod';
import { notations } from '../../contract/field';
import { headerName } from './keyStyle';
import { memberPath } from './places';

const memberPlace = memberPath.min(1);
const instant = z.strictObject({ path: memberPlace, as: z.enum(notations) });

/** Header in which an event is signed: the HMAC-SHA-256 of its body, in hex or Base64, and what stands around it. */
const signature = z.strictObject({
  header: headerName('is not a header that signs, such as X-Signature'),
  form: z
    .string()
    .regex(/^[\x21-\x7e]*\{(?:hex|base64)\}[\x21-\x7e]*$/, { error: 'is not a form such as sha256={hex}' })
    .default('{hex}'),
});

export type SignatureForm = Readonly<z.output<typeof signature>>;

/** Forms in which both APIs tell a receiver of an event, and the names of the events. */
export const eventsEntry = z.strictObject({
  name: z.strictObject({ v1: memberPlace, v2: memberPlace }),
  id: z.strictObject({ v1: memberPath.default(''), v2: memberPlace }),
  at: z.strictObject({ v1: instant, v2: instant }).optional(),
  /** The whole event of v2 is the resource if its path is empty. */
  resource: z.strictObject({ v1: memberPlace, v2: memberPath }),
  signature: z.strictObject({ v1: signature, v2: signature }),
  /** Members that stand in each event of v1, always the same. */
  beside: z.record(z.string(), z.json()).default({}),
  /** v1's name of each event by its resource, with one name of v2 or several. */
  takes: z.record(
    z.string(),
    z.record(z.string(), z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])),
  ),
  /** v2's events that v1 did not have, each with the reason. */
  drops: z.record(z.string(), z.string().min(1)).default({}),
});

export type EventsEntry = Readonly<z.output<typeof eventsEntry>>;
