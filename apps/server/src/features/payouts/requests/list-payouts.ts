import type { AccountId } from '@gridloom/contract/core/ids'
import type { PayoutSource, Payouts } from '@gridloom/contract/payouts/payout'
import { openPayoutStates } from '@gridloom/domain/payouts/payout-state'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { activeAccountFor } from '../../companies/index.ts'
import { payoutAddressesOf } from '../../wallet/index.ts'
import { bankAccountsOf } from '../bank/read-bank-account.ts'
import type { PayoutsCtx, Source } from '../ctx.ts'
import { readMatured } from '../earnings/read-matured.ts'
import { listPayoutsOf } from '../payouts-store.ts'
import { showPayouts, wordsOf } from '../show-payout.ts'
import { payableStripeAccount } from '../stripe/stripe-accounts-store.ts'

/** Returns the payouts of the active account, and what is payable of its earnings. @throws Refused `forbidden` */
export async function listPayouts(ctx: PayoutsCtx): Promise<Payouts> {
  const accountId = await activeAccountFor(ctx, 'pay_out')
  const { policy, sources } = ctx.payoutSetup
  const now = ctx.clock.now()
  const earnings = await readMatured(ctx.db, { accountId, holdDays: policy.holdDays, now })
  const rows = await listPayoutsOf(ctx.db, accountId)
  const open = rows.filter(({ state }) => openPayoutStates.some((one) => one === state))
  return {
    sources: [...sources.map(sourceView), ...bankView(ctx), ...stripeSources(ctx)],
    hold_days: policy.holdDays,
    earned_micro_usd: earnings.earned,
    payable_micro_usd: earnings.payable,
    maturing: earnings.maturing.map(({ at, microUsd }) => ({
      at: at.toISOString(),
      micro_usd: microUsd,
    })),
    in_progress_micro_usd: open.reduce((sum, { micro_usd }) => sum + micro_usd, 0),
    address: await addressOf(ctx, accountId),
    bank_account: await bankAccountOf(ctx, accountId),
    stripe_account: (await payableStripeAccount(ctx.db, accountId, now))?.stripe_id ?? null,
    payouts: await showPayouts(ctx, rows),
  }
}

function bankView({ payoutSetup: { bank } }: PayoutsCtx): PayoutSource[] {
  if (bank === null) return []
  return [{ method: 'bank', approve_above_micro_usd: bank.approveAboveMicroUsd }]
}

function stripeSources({ payoutSetup: { stripe } }: PayoutsCtx): PayoutSource[] {
  if (stripe === null) return []
  return [{ method: 'stripe', approve_above_micro_usd: stripe.approveAboveMicroUsd }]
}

function sourceView({ rpc, ...source }: Source): PayoutSource {
  return {
    method: 'wallet',
    chain_id: source.chainId,
    chain_name: rpc.chain.name,
    token: source.token,
    symbol: source.symbol,
    approve_above_micro_usd: source.approveAboveMicroUsd,
  }
}

async function addressOf(ctx: PayoutsCtx, id: AccountId): Promise<Payouts['address']> {
  const { current } = await payoutAddressesOf(ctx.db, id, ctx.clock.now())
  if (current === null) return null
  const words = (await wordsOf([current.address])).get(current.address) ?? []
  return { address: checksumAddress(current.address), words }
}

async function bankAccountOf(ctx: PayoutsCtx, id: AccountId): Promise<Payouts['bank_account']> {
  const { current } = await bankAccountsOf(ctx.db, id, ctx.clock.now())
  return current === null ? null : { iban: current.iban, holder: current.holder }
}
