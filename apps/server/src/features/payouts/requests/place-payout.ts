import type { AccountId, PayoutId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { takeFrom } from '@gridloom/domain/payouts/maturing'
import { tokenUnits } from '@gridloom/domain/payouts/payout-fee'
import { approvalsNeeded } from '@gridloom/domain/payouts/payout-state'
import type { Tx } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { reservePayout, selectDebt } from '../../ledger/index.ts'
import { payoutAddressesOf } from '../../wallet/index.ts'
import type { PayoutsCtx, Source } from '../ctx.ts'
import { type AccountEarnings, lockMatured } from '../earnings/read-matured.ts'
import { payoutEmail } from '../emails/payout-email.ts'
import { checkPayee } from '../payee-rules.ts'
import { insertPayout } from '../payouts-store.ts'
import { findSettings } from '../settings/settings-store.ts'

export interface PayoutOrder {
  readonly accountId: AccountId
  readonly email: string
  readonly source: Source
  /** `all`: all that is payable. */
  readonly microUsd: number | 'all'
  readonly price: { readonly fee: number; readonly minimum: number }
  /** Of a weekly payout, its Monday, as `2026-11-23`. */
  readonly week: string | null
}

/**
 * Sets money aside and records a payout to the payout address in effect now. `null`: the week has one.
 * @throws Refused `payout_payee_missing`, `payout_country_blocked`, `payout_no_address`, `payout_in_debt`,
 * `payout_too_small`, `payout_too_large`
 */
export async function placePayout(
  ctx: PayoutsCtx,
  tx: Tx,
  order: PayoutOrder,
): Promise<PayoutId | null> {
  const { accountId, source, price } = order
  const { policy } = ctx.payoutSetup
  const now = ctx.clock.now()
  const payee = (await findSettings(tx.db, accountId))?.payee ?? null
  checkPayee(policy, payee)
  const { current } = await payoutAddressesOf(tx.db, accountId, now)
  if (current === null) throw new Refused('payout_no_address')
  await refuseDebt(tx, accountId)
  const earnings = await lockMatured(tx, { accountId, holdDays: policy.holdDays, now })
  const { microUsd, parts } = amountOf(order, earnings)
  const row = {
    id: ctx.ids.mint('payout'),
    account_id: accountId,
    state: approvalsNeeded(microUsd, source.approveAboveMicroUsd) > 0 ? 'requested' : 'approved',
    chain_id: source.chainId,
    token: source.token,
    symbol: source.symbol,
    address: current.address.toLowerCase(),
    micro_usd: microUsd,
    fee_micro_usd: price.fee,
    token_units: String(tokenUnits(microUsd - price.fee, source.decimals)),
    approvals_needed: approvalsNeeded(microUsd, source.approveAboveMicroUsd),
    payee: payee === null ? null : JSON.stringify(payee),
    week: order.week,
    requested_at: now,
  } as const
  if (!(await insertPayout(tx, row))) return null
  await reservePayout(ctx, tx, { payoutId: row.id, accountId, parts })
  const about = { ...row, tx_hash: null, reason: null }
  const { publicUrl } = ctx
  await queueMail(
    ctx,
    tx,
    payoutEmail(order.email, { row: about, chain: source.rpc.chain, publicUrl }),
  )
  return row.id
}

function amountOf({ microUsd: asked, price }: PayoutOrder, earnings: AccountEarnings) {
  const microUsd = asked === 'all' ? earnings.payable : asked
  if (microUsd < price.minimum)
    throw new Refused('payout_too_small', { details: { minimum: formatUsdExact(price.minimum) } })
  const parts = takeFrom(earnings.machines, microUsd)
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
