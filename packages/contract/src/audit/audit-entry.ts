import { z } from 'zod'
import { AccountId, ApiKeyId, AuditId } from '../core/ids.ts'
import { Page, PageSize, Timestamp } from '../core/values.ts'

/** One write: who did what, with what, from where. It is kept in the very transaction of that write. */
export const AuditEntry = z.strictObject({
  id: AuditId,
  at: Timestamp,
  /** The endpoint as `area.name`, for example `instances.destroy`. */
  action: z.string(),
  /** Whose it was done for: a user's own account, or the company they worked for. */
  account_id: AccountId.nullable(),
  /** The user; `null` when nobody was signed in. */
  user_id: AccountId.nullable(),
  user: z.string().nullable(),
  api_key_id: ApiKeyId.nullable(),
  /** The id of what it was done to; empty where the action says it all. */
  subject: z.string(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What a list of entries is asked by. */
export const AuditPage = {
  page: Page,
  page_size: PageSize,
  /** Only entries up to this one: with the first entry of the first page, pages stand still while more is written. */
  up_to: AuditId.optional(),
}
