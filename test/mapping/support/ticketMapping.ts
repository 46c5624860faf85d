import { stringify } from 'yaml';
import { compileMappings, type Mappings } from '../../../src/mapping/compile/loadMappings.js';
import type { Fault } from '../../../src/mapping/yaml/fileFault.js';
import type { Result } from '../../../src/contract/result.js';
import { applyEdits, type MappingEdit } from '../../../src/proof/mutants/mutant.js';

const evidence = { path: 'assumed', parameters: 'assumed', success: 'assumed' };
const entry = { name: 'text', size: { type: 'integer', optional: true } };

/** A mapping of a service that is not shipped: tickets, with a list of objects and a free-form object. */
const ticket = {
  resource: 'ticket',
  contract: {
    v1: 'ticket',
    v2: 'ticket',
    adds: {
      v1: {
        ticket: { title: 'text', price: 'number', parts: { each: { fields: entry } }, data: 'object' },
        ticketUpdate: {
          title: { type: 'text', optional: true },
          parts: { each: { fields: entry }, optional: true },
          ticket_data: { type: 'object', nullable: true, optional: true },
        },
      },
      v2: {
        ticket: {
          id: 'integer',
          title: 'text',
          price: 'money(2)',
          parts: { each: { fields: entry } },
          values: 'object',
        },
        ticketPatch: {
          title: { type: 'text', optional: true },
          parts: { each: { fields: entry }, optional: true },
          values: { type: 'object', nullable: true, optional: true },
        },
      },
    },
  },
  dates: 'iso',
  envelope: { type: 'tickets', id: 'id' },
  attributes: {
    title: 'title',
    price: { from: 'price', codec: 'money(2)' },
    parts: 'parts',
    data: { from: 'values', codec: 'phpObject' },
  },
  operations: {
    getTicket: {
      v1: 'GET /v1/tickets/{id}',
      parameters: { id: 'integer' },
      v2: 'GET /v2/tickets/{id}',
      success: 200,
      evidence,
    },
    updateTicket: {
      v1: 'PATCH /v1/tickets/{id}',
      parameters: { id: 'integer' },
      v2: 'PATCH /v2/tickets/{id}',
      success: 200,
      evidence,
      body: {
        contract: { v1: 'ticketUpdate', v2: 'ticketPatch' },
        fields: {
          title: 'title',
          parts: 'parts',
          ticket_data: { to: 'values', codec: 'phpObject', onNull: 'pass' },
        },
        mirrors: { title: 'title', parts: 'parts', ticket_data: 'data' },
      },
    },
  },
};

/** An edit that puts a value at a dotted path. */
export const put = (path: string, value?: unknown): MappingEdit => ({ path: path.split('.'), value });

/** The text of the ticket mapping with some edits. */
const ticketText = (...edits: readonly MappingEdit[]): string =>
  stringify(applyEdits(ticket, edits), { aliasDuplicateObjects: false });

/** Compiles the ticket mapping with some edits. */
const compileTicket = (...edits: readonly MappingEdit[]): Result<Mappings, readonly Fault[]> =>
  compileMappings({ files: [{ file: 'ticket.yaml', text: ticketText(...edits) }], forms: [] });

/** The faults of the ticket mapping with some edits, as `check` words them. */
export function ticketFaults(...edits: readonly MappingEdit[]): readonly string[] {
  const compiled = compileTicket(...edits);
  return compiled.ok ? [] : compiled.failure.map(({ code, message }) => `${code}: ${message}`);
}

/** The ticket mapping with some edits; throws when it has faults. */
export function ticketMappings(...edits: readonly MappingEdit[]): Mappings {
  const compiled = compileTicket(...edits);
  if (!compiled.ok) throw new Error(ticketFaults(...edits).join('\n'));
  return compiled.value;
}
