import type {
  ClaimTarget,
  RewardEntry,
  RewardKind,
  RewardsPage,
  RewardsQuery,
} from '@gridloom/contract/rewards/reward'
import { accountOf } from '../../platform/ctx.ts'
import { mayInActiveAccount } from '../companies/index.ts'
import { type Credited, selectCredited } from '../ledger/index.ts'
import { arePayoutsOffered } from '../payouts/index.ts'
import type { RewardsCtx } from './ctx.ts'
import { rewardEntry } from './reward-entry.ts'
import { selectByTransactions, sumRewards } from './rewards-store.ts'
import type { RewardRow } from './schema.ts'

const transactionKinds = {
  promotion: ['starting_credit', 'promo_credit'],
  credit: ['service_credit'],
  reward: ['reward'],
} as const satisfies Record<RewardKind, readonly Credited['kind'][]>

/** Returns what the account got beyond rent, newest first, and its rewards by state. */
export async function listRewards(ctx: RewardsCtx, query: RewardsQuery): Promise<RewardsPage> {
  const { accountId } = accountOf(ctx)
  const now = ctx.clock.now()
  const found = await selectCredited(ctx.db, {
    accountId,
    kinds:
      query.kind === undefined
        ? Object.values(transactionKinds).flat()
        : transactionKinds[query.kind],
    from: query.from === undefined ? undefined : new Date(query.from),
    to: query.to === undefined ? undefined : new Date(query.to),
    before: query.cursor,
    limit: query.limit + 1,
  })
  const page = found.slice(0, query.limit)
  const given = await selectByTransactions(
    ctx.db,
    page.map(({ transactionId }) => transactionId),
  )
  return {
    totals: await sumRewards(ctx.db, accountId, now),
    claim_to: await targetsOf(ctx),
    entries: page.map((line) => entryOf(line, given.get(line.transactionId), now)),
    next_cursor: found.length > query.limit ? (page.at(-1)?.transactionId ?? null) : null,
  }
}

async function targetsOf(ctx: RewardsCtx): Promise<ClaimTarget[]> {
  const isPaidOut = arePayoutsOffered(ctx) && (await mayInActiveAccount(ctx, 'pay_out'))
  return isPaidOut ? ['balance', 'payouts'] : ['balance']
}

function entryOf(line: Credited, reward: RewardRow | undefined, now: Date): RewardEntry {
  if (reward !== undefined) return rewardEntry(reward, now)
  return {
    transaction_id: line.transactionId,
    kind: line.kind === 'service_credit' ? 'credit' : 'promotion',
    state: 'added',
    text: line.text,
    micro_usd: line.microUsd,
    at: line.at.toISOString(),
    payable_at: null,
    claimed_at: null,
  }
}
