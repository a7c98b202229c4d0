import type { LinkedWallet } from '@gridloom/contract/auth/wallet'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import { walletsOf } from './wallets-store.ts'

/** The addresses that are linked to the caller's account, oldest first. */
export function listWallets(ctx: Pick<Ctx, 'actor' | 'db'>): Promise<LinkedWallet[]> {
  return walletsOf(ctx.db, userOf(ctx))
}
