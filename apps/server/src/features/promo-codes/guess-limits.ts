import type { AttemptLimit } from '../../platform/attempts/limit-attempts.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { userOf } from '../../platform/ctx.ts'
import { joiningNetwork } from '../../platform/http/network-of.ts'

const hourS = 3_600

/**
 * Limits on codes that do not exist, per user and per network: at 10 an hour a random code (60 bits) is never guessed,
 * and a word of the operator's needs more tries than a person would make. Codes that the user can redeem are not counted.
 */
export function guessLimits(ctx: Ctx, address: string): AttemptLimit[] {
  const network = joiningNetwork(address)
  return [
    { key: `promo:${userOf(ctx)}`, max: 10, windowS: hourS },
    ...(network === null ? [] : [{ key: `promo:${network}`, max: 40, windowS: hourS }]),
  ]
}
