import type { AuditEntry } from '@gridloom/contract/audit/audit-entry'

/** Who did it: the user, and the API key that they used. */
export function doerOf({ user, user_id: id, api_key_id: key }: AuditEntry): string {
  const who = user ?? (id === null ? 'Not signed in' : shortId(id))
  return key === null ? who : `${who}, by API key ${shortId(key)}`
}

/** Whether it was done for somebody else than the user: a company. */
export function isForCompany({ account_id: account, user_id: user }: AuditEntry): boolean {
  return account !== null && user !== null && account !== user
}

/** An id by its kind and its end, which is chance: `key_…qrstvw`. */
export function shortId(id: string): string {
  return /^[a-z]{3}_\w{26}$/.test(id) ? `${id.slice(0, 4)}…${id.slice(-6)}` : id
}
