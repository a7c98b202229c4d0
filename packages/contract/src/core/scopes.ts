import { z } from 'zod'

/** What an API key may do. A key without a scope is refused with `scope_missing`, by name. */
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

/** What each scope opens, in a person's words. */
export const scopeTexts = {
  'account:read': 'See who the account is',
  'market:read': 'Search offers and templates',
  'instances:read': 'See instances, their logs and figures',
  'instances:write': 'Rent, start, stop, destroy, run commands and open terminals',
  'renders:read': 'See render jobs and take their pictures',
  'renders:write': 'Upload scenes, start, pause and cancel render jobs',
  'machines:read': 'See hosted machines',
  'machines:write': 'Enrol, price, list and remove machines',
  'billing:read': 'See balance, statements and receipts',
  'models:use': 'Ask models, in chats and by the OpenAI-compatible API',
  'chats:read': 'Read chats and answers',
  'chats:write': 'Rename, share and delete chats',
} as const satisfies Record<Scope, string>
