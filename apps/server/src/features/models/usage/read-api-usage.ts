import type { ApiKeyId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { sumUsage, type UsageOfDay } from './usage-store.ts'

export interface UsageQuery {
  /** UTC days, both included. */
  readonly from: string
  readonly to: string
  readonly key?: ApiKeyId | undefined
}

/** What the active account's API keys asked of models in a period. */
export interface ApiUsage extends Required<Pick<UsageQuery, 'to' | 'from'>> {
  readonly key: ApiKeyId | null
  readonly days: readonly UsageOfDay[]
  /** Whether the last day is not over. */
  readonly isRunning: boolean
}

const dayMs = 86_400_000
const daysMax = 366

/** @throws Refused `invalid_input` for a period that ends before it begins, or has more than 366 days */
export async function readApiUsage(ctx: Ctx, { from, to, key }: UsageQuery): Promise<ApiUsage> {
  const { accountId } = accountOf(ctx)
  const [first, last] = [new Date(from), new Date(to)]
  const days = (last.getTime() - first.getTime()) / dayMs + 1
  if (days < 1 || days > daysMax)
    throw new Refused('invalid_input', {
      fields: { to: `Choose 1 to ${daysMax} days, the last one not before the first` },
    })
  const until = new Date(last.getTime() + dayMs)
  const keyId = key ?? null
  return {
    ...{ from, to, key: keyId },
    days: await sumUsage(ctx.db, { accountId, keyId, from: first, until }),
    isRunning: until > ctx.clock.now(),
  }
}
