import { z } from 'zod'
import { AccountId, ApiKeyId, AuditId } from '../core/ids.ts'
import { Page, PageSize, Timestamp } from '../core/values.ts'

/** One write: its user, credential, subject and address. It is stored in the transaction of that write. */
export const AuditEntry = z.strictObject({
  id: AuditId,
  at: Timestamp,
  /** The endpoint as `area.name`, for example `instances.destroy`. */
  action: z.string(),
  /** The account that it was done for: the user's own, or the company they acted for. */
  account_id: AccountId.nullable(),
  /** The user; `null` without a signed-in user. */
  user_id: AccountId.nullable(),
  user: z.string().nullable(),
  api_key_id: ApiKeyId.nullable(),
  /** The id of the thing that was changed; empty if the action says it all. */
  subject: z.string(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** The parameters of a list of audit events. */
export const AuditPage = {
  page: Page,
  page_size: PageSize,
  /** Only events up to this one: with the first event of the first page, pages stay stable while more are recorded. */
  up_to: AuditId.optional(),
}
