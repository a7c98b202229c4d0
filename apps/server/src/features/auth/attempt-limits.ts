import { otpResendS } from '@gridloom/contract/core/constants'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { AttemptLimit } from '../../platform/attempts/limit-attempts.ts'
import { callerNetwork } from '../../platform/http/network-of.ts'

const quarterS = 15 * 60
const hourS = 60 * 60

/** Limits of wrong passwords per email address, in total and per network address (a /64 for IPv6). */
export function signInLimits(emailKey: string, address: string): AttemptLimit[] {
  return [
    { key: `sign-in:${emailKey}`, max: 20, windowS: quarterS },
    { key: `sign-in:${emailKey}:${callerNetwork(address)}`, max: 10, windowS: quarterS },
  ]
}

/** The limit of wrong passwords of a signed-in user. */
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
