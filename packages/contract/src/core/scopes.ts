import { z } from 'zod'

/** The permissions of an API key. A call outside its scopes is rejected with `scope_missing`, which names the scope. */
export const Scope = z.enum([
  'account:read',
  'market:read',
  'instances:read',
  'instances:write',
  'renders:read',
  'renders:write',
  'machines:read',
  'machines:write',
  'billing:read',
  'models:use',
  'chats:read',
  'chats:write',
])
export type Scope = z.infer<typeof Scope>

/** The permissions of each scope, as a text for users. */
export const scopeTexts = {
  'account:read': 'View the account',
  'market:read': 'Search offers and view templates',
  'instances:read': 'View instances, logs and metrics',
  'instances:write': 'Rent, start, stop and destroy instances, run commands and open terminals',
  'renders:read': 'View render jobs and download frames',
  'renders:write': 'Upload scenes; start, pause and cancel render jobs',
  'machines:read': 'View hosted machines',
  'machines:write': 'Add, price, list and remove machines',
  'billing:read': 'View balance, statements and receipts',
  'models:use': 'Use models in chats and through the OpenAI-compatible API',
  'chats:read': 'View chats and answers',
  'chats:write': 'Rename, share and delete chats',
} as const satisfies Record<Scope, string>
