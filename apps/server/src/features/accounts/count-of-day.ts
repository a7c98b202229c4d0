import { dailyMax } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import { secondsOver } from '../../platform/attempts/limit-attempts.ts'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { userOf } from '../../platform/ctx.ts'

const dayS = 24 * 60 * 60

/**
 * Counts one creation towards the user's daily limit. Creations for a company count for the user who makes them, so
 * that closing the company resets nothing. Only committed transactions count.
 * @throws Refused `daily_limit_reached`
 */
export async function countOfDay(
  ctx: Pick<Ctx, 'actor' | 'clock'>,
  tx: Tx,
  what: keyof typeof dailyMax,
): Promise<void> {
  const max = dailyMax[what]
  const key = `day:${what}:${userOf(ctx)}`
  const over = await secondsOver(ctx, tx, { key, max, windowS: dayS })
  if (over === 0) return
  throw new Refused('daily_limit_reached', {
    details: { max, what, hours: Math.ceil(over / 3_600), seconds: over },
  })
}
