import { Refused } from '@gridloom/contract/errors'
import type { AccountId } from '@gridloom/contract/ids'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { readBalance } from '../ledger/index.ts'
import { readBurn } from './instances-store.ts'

/** @throws Refused `insufficient_funds` when less than this is available */
export async function requireFunds(
  ctx: Ctx,
  tx: Tx,
  accountId: AccountId,
  needMicroUsd: number,
): Promise<void> {
  const balance = await readBalance({ ...ctx, db: tx.db }, accountId, { burnOf: readBurn })
  const haveMicroUsd = balance.available_micro_usd
  if (haveMicroUsd >= needMicroUsd) return
  throw new Refused('insufficient_funds', {
    details: {
      need: formatUsdExact(needMicroUsd),
      have: formatUsdExact(haveMicroUsd),
      need_micro_usd: needMicroUsd,
      have_micro_usd: haveMicroUsd,
    },
  })
}
