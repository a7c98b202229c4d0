import { otpResendS } from '@gridloom/contract/core/constants'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { AttemptLimit } from '../../platform/attempts/limit-attempts.ts'
import { networkOf } from '../../platform/http/network-of.ts'

const quarterS = 15 * 60
const hourS = 60 * 60

/** Wrong passwords for one email address: from everywhere, and from one place, which of IPv6 is a /64. */
export function signInLimits(emailKey: string, address: string): AttemptLimit[] {
  return [
    { key: `sign-in:${emailKey}`, max: 20, windowS: quarterS },
    { key: `sign-in:${emailKey}:${networkOf(address)}`, max: 10, windowS: quarterS },
  ]
}

/** Wrong passwords of somebody who is signed in. */
export function confirmLimits(userId: AccountId): AttemptLimit[] {
  return [{ key: `confirm:${userId}`, max: 10, windowS: quarterS }]
}

/** Limits of code requests, the same for known and unknown addresses. */
export const codeRequestLimits = {
  minute: (emailKey: string): AttemptLimit => ({
    key: `ask:${emailKey}`,
    max: 1,
    windowS: otpResendS,
  }),
  hour: (emailKey: string): AttemptLimit => ({ key: `codes:${emailKey}`, max: 5, windowS: hourS }),
}

/** The limit of emails that are sent to one address. */
export function emailLimit(emailKey: string): AttemptLimit {
  return { key: `letter:${emailKey}`, max: 1, windowS: otpResendS }
}
