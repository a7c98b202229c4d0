import { keys } from '../../../api/query-keys.ts'

/**
 * Query keys of the account's lists. They are nested under the details, so that an account event refetches all of them.
 */
export const accountKeys = {
  sessions: [...keys.details, 'sessions'],
  passkeys: [...keys.details, 'passkeys'],
  logins: [...keys.details, 'logins'],
  notifications: [...keys.details, 'notifications'],
} as const
