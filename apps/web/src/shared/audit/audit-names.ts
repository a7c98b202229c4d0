import type { AuditEntry } from '@gridloom/contract/audit/audit-entry'

/** Returns the user who did it, and the API key that they used. */
export function auditActor({ user, user_id: id, api_key_id: key }: AuditEntry): string {
  const who = user ?? (id === null ? 'Not signed in' : shortId(id))
  return key === null ? who : `${who}, by API key ${shortId(key)}`
}

/** Whether the account is a company rather than the user's own. */
export function isForCompany({ account_id: account, user_id: user }: AuditEntry): boolean {
  return account !== null && user !== null && account !== user
}

/** Shortens an id to its prefix and its random end: `key_…qrstvw`. */
export function shortId(id: string): string {
  return /^[a-z]{3}_\w{26}$/.test(id) ? `${id.slice(0, 4)}…${id.slice(-6)}` : id
}
