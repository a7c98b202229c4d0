import type { AuditEntry } from '@gridloom/contract/audit/audit-entry'
import { shortId } from '../../../ui/format/short-id.ts'

/** The names that are known for the ids in the audit log. */
export interface ActivityNames {
  /** The user's own account. */
  self: string | undefined
  /** Names of instances, machines, API keys and companies by id. */
  byId: ReadonlyMap<string, string>
}

/** Names the actor: the user, one of their API keys, or another user; and the company that the actor worked for. */
export function activityActor(entry: AuditEntry, names: ActivityNames): string {
  const { api_key_id: key, account_id: account, user_id: user } = entry
  const who = key === null ? userOf(entry, names) : `API key ${nameOf(key, names)}`
  const isForCompany = account !== null && user !== null && account !== user
  return isForCompany ? `${who}, for ${names.byId.get(account) ?? 'a company'}` : who
}

export interface Subject {
  kind: 'instance' | 'machine' | 'other'
  id: string
  text: string
}

/** Returns what the action changed; `undefined` where the action alone says it. */
export function subjectOf({ subject }: AuditEntry, names: ActivityNames): Subject | undefined {
  if (subject === '' || subject === names.self) return undefined
  return { kind: kindOf(subject), id: subject, text: nameOf(subject, names) }
}

function userOf({ user_id: id, user }: AuditEntry, { self }: ActivityNames): string {
  if (id === null) return 'Not signed in'
  return id === self ? 'You' : (user ?? shortId(id))
}

function kindOf(id: string): Subject['kind'] {
  if (id.startsWith('ins_')) return 'instance'
  return id.startsWith('mch_') ? 'machine' : 'other'
}

function nameOf(id: string, { byId }: ActivityNames): string {
  return byId.get(id) ?? shortId(id)
}
