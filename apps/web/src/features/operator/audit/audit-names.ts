import type { AuditEntry } from '@gridloom/contract/audit/audit-entry'

/** Who did it: the person, and the API key that they used. */
export function doerOf({ person, person_id: id, api_key_id: key }: AuditEntry): string {
  const who = person ?? (id === null ? 'Not signed in' : shortId(id))
  return key === null ? who : `${who}, by API key ${shortId(key)}`
}

/** Whether it was done for somebody else than the person: a company. */
export function isForCompany({ account_id: account, person_id: person }: AuditEntry): boolean {
  return account !== null && person !== null && account !== person
}

/** An id by its kind and its end, which is chance: `key_…qrstvw`. */
export function shortId(id: string): string {
  return /^[a-z]{3}_\w{26}$/.test(id) ? `${id.slice(0, 4)}…${id.slice(-6)}` : id
}
