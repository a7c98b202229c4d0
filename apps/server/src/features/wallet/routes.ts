import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import type { WalletCtx } from './ctx.ts'
import { cancelPayoutChange } from './payouts/cancel-payout-change.ts'
import { changePayoutAddress } from './payouts/change-payout-address.ts'
import { readPayoutAddress } from './payouts/read-payout-address.ts'
import { listTokens, readBalances } from './tokens/read-tokens.ts'

/** Mounts the `wallet` area of the contract. */
export function walletAreaRoutes(routes: Routes<WalletCtx>): void {
  const { wallet } = api
  routes.on(wallet.tokens, (ctx) => listTokens(ctx))
  routes.on(wallet.balances, (ctx, { query }) => readBalances(ctx, query.address))
  routes.on(wallet.payoutAddress, (ctx) => readPayoutAddress(ctx))
  routes.on(wallet.changePayoutAddress, (ctx, { body }) => changePayoutAddress(ctx, body.wallet_id))
  routes.on(wallet.cancelPayoutAddress, (ctx) => cancelPayoutChange(ctx))
}
