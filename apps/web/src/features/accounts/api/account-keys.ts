import { keys } from '../../../api/query-keys.ts'

/** Where the account's own lists live. Below the details, so that whatever is told of the account asks for all anew. */
export const accountKeys = {
  sessions: [...keys.details, 'sessions'],
  sshKeys: [...keys.details, 'ssh-keys'],
  apiKeys: [...keys.details, 'api-keys'],
  passkeys: [...keys.details, 'passkeys'],
  logins: [...keys.details, 'logins'],
  notifications: [...keys.details, 'notifications'],
  auditPage: (page: number, upTo: string | undefined) => [...keys.details, 'audit', page, upTo],
} as const
