import type { AuditEntry } from '@gridloom/contract/audit/audit-entry'
import { shortId } from '../../ui/format/short-id.ts'

/** Returns the user who did it, and the API key that they used. */
export function auditActor({ user, user_id: id, api_key_id: key }: AuditEntry): string {
  const who = user ?? (id === null ? 'Not signed in' : shortId(id))
  return key === null ? who : `${who}, by API key ${shortId(key)}`
}

/** Whether the account is a company rather than the user's own. */
export function isForCompany({ account_id: account, user_id: user }: AuditEntry): boolean {
  return account !== null && user !== null && account !== user
}
