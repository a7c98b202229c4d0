import type { AccountId } from '@gridloom/contract/core/ids'
import type { AttemptLimit } from '../../platform/attempts/limit-attempts.ts'

const dayS = 24 * 60 * 60

/** How often people are invited: by one person, and with a letter to one mailbox, from whichever company. */
export const inviteLimit = {
  day: (userId: AccountId): AttemptLimit => ({ key: `invites:${userId}`, max: 50, windowS: dayS }),
  emails: (emailKey: string): AttemptLimit => ({
    key: `invited:${emailKey}`,
    max: 5,
    windowS: dayS,
  }),
}

/** How many companies one person founds in a day, those counted that are closed again. */
export function foundingLimit(userId: AccountId): AttemptLimit {
  return { key: `founded:${userId}`, max: 20, windowS: dayS }
}
