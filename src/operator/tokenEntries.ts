import { z } from 'zod';
import { success } from '../contract/result';
import { declareAction, noInput, makeRefusal, declareView } from './entry';
import { listedToken, ROLES } from './operatorParts';

const name = z.string().trim().min(1, 'a name is needed').max(40);

const list = declareView({
  name: 'tokens',
  summary: 'Whose tokens are in force; nothing of them can be used.',
  input: noInput,
  output: z.array(listedToken),
  run: ({ tokens }) => success(tokens.list()),
});

const add = declareAction({
  name: 'tokens/add',
  role: 'admin',
  summary: 'Make a token for somebody; it is shown once.',
  input: z.strictObject({ name, role: z.enum(ROLES) }),
  output: z.object({ name: z.string(), role: z.enum(ROLES), token: z.string() }),
  words: (_input, { name: whose, role, token }) => [`Token of ${whose} (${role}), shown this once:`, token],
  run: ({ tokens }, { name: whose, role }) => {
    const added = tokens.add(whose, role);
    if (!added.ok) return makeRefusal('conflict', added.failure);
    return success({ name: whose, role, token: added.value });
  },
});

const remove = declareAction({
  name: 'tokens/remove',
  role: 'admin',
  summary: 'Remove a token; its sessions end.',
  input: z.strictObject({ name }),
  output: z.object({ removed: z.string() }),
  words: (_input, { removed }) => [`Removed the token of ${removed}; its sessions have ended.`],
  run: ({ tokens }, { name: whose }) => {
    const removed = tokens.remove(whose);
    if (!removed.ok) return makeRefusal('notFound', removed.failure);
    return success({ removed: removed.value });
  },
});

/** Views and actions of the tokens of the admin port. */
export const tokenEntries = { list, add, remove } as const;
