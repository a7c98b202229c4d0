import { type AccountId, MachineId } from '@gridloom/contract/core/ids'
import { type Matured, matureEarnings, sumMatured } from '@gridloom/domain/payouts/maturing'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import {
  type EarnedBalance,
  lockEarned,
  type PaidDay,
  selectEarned,
  selectPaidDays,
} from '../../ledger/index.ts'
import { listScores } from '../../reputation/index.ts'

const dayMs = 86_400_000

/** What an account's machines earned, and it itself by rewards: together, and of each what is payable. */
export interface AccountEarnings extends Matured {
  readonly earned: number
  readonly earners: readonly { readonly id: EarnedBalance['id']; readonly payable: number }[]
}

interface Asked {
  accountId: AccountId
  holdDays: number
  now: Date
}

/** Reads what is payable of an account's earnings, and what matures. */
export async function readMatured(db: Db, asked: Asked): Promise<AccountEarnings> {
  return matured(db, asked, await selectEarned(db, asked.accountId))
}

/** As {@link readMatured}, with the earnings locked, so that what is payable stays so in the transaction. */
export async function lockMatured(tx: Tx, asked: Asked): Promise<AccountEarnings> {
  return matured(tx.db, asked, await lockEarned(tx, asked.accountId))
}

async function matured(
  db: Db,
  { accountId, holdDays, now }: Asked,
  balances: readonly EarnedBalance[],
): Promise<AccountEarnings> {
  const since = new Date(now.getTime() - (holdDays + 1) * dayMs)
  // Rewards have no days on which they were earned: they were held before they could be claimed.
  const days = Map.groupBy<string, PaidDay>(
    await selectPaidDays(db, accountId, new Date(since.getTime() - (since.getTime() % dayMs))),
    ({ id }) => id,
  )
  const scores: ReadonlyMap<string, number> = await listScores(
    db,
    balances.flatMap(({ id }) => MachineId.safeParse(id).data ?? []),
  )
  const earners = balances.map(({ id, microUsd: balance }) => ({
    id,
    ...matureEarnings(
      { balance, score: scores.get(id) ?? null, days: days.get(id) ?? [] },
      holdDays,
      now,
    ),
  }))
  return {
    ...sumMatured(earners),
    earned: balances.reduce((sum, { microUsd }) => sum + microUsd, 0),
    earners,
  }
}
