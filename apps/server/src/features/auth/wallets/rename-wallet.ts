import type { LinkedWallet } from '@gridloom/contract/auth/wallet'
import type { WalletId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import { updateLabel } from './wallets-store.ts'

/** Changes the label of a linked address. @throws Refused `not_found` */
export async function renameWallet(
  ctx: Pick<Ctx, 'actor' | 'transact'>,
  change: { id: WalletId; label: string },
): Promise<LinkedWallet> {
  const accountId = userOf(ctx)
  return ctx.transact(async (tx) => {
    const wallet = await updateLabel(tx, accountId, change)
    if (wallet === undefined) throw new Refused('not_found', { details: { what: 'wallet' } })
    return wallet
  })
}
