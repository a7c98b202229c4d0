import type { AccountId } from '@gridloom/contract/core/ids'
import { giveOperatorCredit } from '../src/features/ledger/index.ts'
import type { Ctx, Tx } from '../src/platform/ctx.ts'

/** Gives an account transferable credit, once; zero gives nothing. */
export async function giveCredit(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  { accountId, microUsd }: { accountId: AccountId; microUsd: number },
): Promise<void> {
  if (microUsd === 0) return
  await giveOperatorCredit(ctx, tx, { accountId, microUsd, key: accountId, text: 'For a test' })
}
