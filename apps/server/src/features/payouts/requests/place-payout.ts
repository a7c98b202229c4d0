import type { AccountId, PayoutId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { ibanCountry } from '@gridloom/domain/payouts/iban'
import { takeFrom } from '@gridloom/domain/payouts/maturing'
import { feeOf, tokenUnits, withoutPartsOfCents } from '@gridloom/domain/payouts/payout-fee'
import { approvalsNeeded } from '@gridloom/domain/payouts/payout-state'
import type { Tx } from '../../../platform/ctx.ts'
import { reservePayout, selectDebt } from '../../ledger/index.ts'
import { payoutAddressesOf } from '../../wallet/index.ts'
import { selectBankAccounts } from '../bank/bank-accounts-store.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { type AccountEarnings, lockMatured } from '../earnings/read-matured.ts'
import { queuePayoutEmail } from '../emails/queue-payout-email.ts'
import { approveAboveOf, type Way } from '../find-source.ts'
import { checkPayee, refuseCountry } from '../payee-rules.ts'
import { insertPayout } from '../payouts-store.ts'
import type { PayoutRow } from '../schema.ts'
import { payeeVatCheck } from '../settings/read-settings.ts'
import { findSettings } from '../settings/settings-store.ts'
import { payableStripeAccount } from '../stripe/stripe-accounts-store.ts'
import type { Price } from './quote-payout.ts'

export interface PayoutOrder {
  readonly accountId: AccountId
  readonly way: Way
  /** `all`: all that is payable, without parts of a cent but to wallets. */
  readonly microUsd: number | 'all'
  readonly price: Price
  /** Of a weekly payout, its Monday, as `2026-11-23`. */
  readonly week: string | null
}

/**
 * Sets money aside and records a payout to the payout address, bank account or Stripe account in effect now. `null`: the week has one.
 * @throws Refused `payout_payee_missing`, `payout_country_blocked`, `payout_no_address`, `payout_no_bank_account`,
 * `payout_no_stripe_account`, `payout_in_debt`, `payout_too_small`, `payout_too_large`
 */
export async function placePayout(
  ctx: PayoutsCtx,
  tx: Tx,
  order: PayoutOrder,
): Promise<PayoutId | null> {
  const { accountId, way, price } = order
  const { policy } = ctx.payoutSetup
  const now = ctx.clock.now()
  const payee = (await findSettings(tx.db, accountId))?.payee ?? null
  checkPayee(policy, payee, await payeeVatCheck({ db: tx.db, vies: ctx.vies }, accountId, payee))
  const target = await targetOf(ctx, tx, order)
  await refuseDebt(tx, accountId)
  const earnings = await lockMatured(tx, { accountId, holdDays: policy.holdDays, now })
  const { microUsd, parts } = amountOf(order, earnings)
  const fee = feeOf(price, microUsd)
  const needed = approvalsNeeded(microUsd, approveAboveOf(way))
  const row = {
    id: ctx.ids.mint('payout'),
    account_id: accountId,
    state: needed > 0 ? 'requested' : 'approved',
    ...target,
    micro_usd: microUsd,
    fee_micro_usd: fee,
    token_units:
      way.method === 'wallet' ? String(tokenUnits(microUsd - fee, way.source.decimals)) : null,
    approvals_needed: needed,
    payee: payee === null ? null : JSON.stringify(payee),
    week: order.week,
    requested_at: now,
  } as const
  if (!(await insertPayout(tx, row))) return null
  await reservePayout(ctx, tx, { payoutId: row.id, accountId, parts })
  await queuePayoutEmail(ctx, tx, { ...row, tx_hash: null, reason: null })
  return row.id
}

type Target = Pick<
  PayoutRow,
  | 'method'
  | 'chain_id'
  | 'token'
  | 'symbol'
  | 'address'
  | 'iban'
  | 'bic'
  | 'holder'
  | 'stripe_account'
>

/** Where the money goes: fixed from now on, whatever the user changes later. */
async function targetOf(
  { clock, payoutSetup }: PayoutsCtx,
  { db }: Tx,
  { accountId, way }: PayoutOrder,
): Promise<Target> {
  const nowhere = {
    ...{ chain_id: null, token: null, symbol: null, address: null },
    ...{ iban: null, bic: null, holder: null, stripe_account: null },
  }
  if (way.method === 'stripe') {
    const account = await payableStripeAccount(db, accountId, clock.now())
    if (account === undefined) throw new Refused('payout_no_stripe_account')
    refuseCountry(payoutSetup.policy, account.country)
    return { ...nowhere, method: 'stripe', stripe_account: account.stripe_id }
  }
  if (way.method === 'bank') {
    const { current } = await selectBankAccounts(db, accountId, clock.now())
    if (current === undefined) throw new Refused('payout_no_bank_account')
    const { iban, bic, holder } = current
    refuseCountry(payoutSetup.policy, ibanCountry(iban))
    return { ...nowhere, method: 'bank', iban, bic, holder }
  }
  const { current } = await payoutAddressesOf(db, accountId, clock.now())
  if (current === null) throw new Refused('payout_no_address')
  const { chainId: chain_id, token, symbol } = way.source
  const address = current.address.toLowerCase()
  return { ...nowhere, method: 'wallet', chain_id, token, symbol, address }
}

function amountOf({ microUsd: asked, way, price }: PayoutOrder, earnings: AccountEarnings) {
  const all = way.method === 'wallet' ? earnings.payable : withoutPartsOfCents(earnings.payable)
  const microUsd = asked === 'all' ? all : asked
  if (microUsd < price.minimum)
    throw new Refused('payout_too_small', { details: { minimum: formatUsdExact(price.minimum) } })
  const parts = takeFrom(earnings.earners, microUsd)
  if (parts === undefined)
    throw new Refused('payout_too_large', {
      details: { payable: formatUsdExact(earnings.payable) },
    })
  return { microUsd, parts }
}

async function refuseDebt({ db }: Tx, accountId: AccountId): Promise<void> {
  const debt = await selectDebt(db, accountId)
  if (debt > 0) throw new Refused('payout_in_debt', { details: { debt: formatUsdExact(debt) } })
}
