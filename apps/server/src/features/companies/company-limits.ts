import type { AccountId } from '@gridloom/contract/core/ids'
import type { AttemptLimit } from '../../platform/attempts/limit-attempts.ts'

const dayS = 24 * 60 * 60

/** Limits of invitations: per inviting user, and per invited mailbox across companies. */
export const inviteLimit = {
  day: (userId: AccountId): AttemptLimit => ({ key: `invites:${userId}`, max: 50, windowS: dayS }),
  emails: (emailKey: string): AttemptLimit => ({
    key: `invited:${emailKey}`,
    max: 5,
    windowS: dayS,
  }),
}

/** The daily limit of companies that one user creates, including those closed again. */
export function foundingLimit(userId: AccountId): AttemptLimit {
  return { key: `founded:${userId}`, max: 20, windowS: dayS }
}
