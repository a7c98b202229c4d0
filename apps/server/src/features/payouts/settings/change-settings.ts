import { Refused } from '@gridloom/contract/errors'
import type { PayoutSettings, PayoutSettingsView } from '@gridloom/contract/payouts/settings'
import { euVatId } from '@gridloom/domain/invoices/vat-check'
import { lockActiveAccount } from '../../companies/index.ts'
import { queueVatCheck } from '../../vat-checks/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { findWay } from '../find-source.ts'
import { refuseBlocked, refuseWrongTaxNumber } from '../payee-rules.ts'
import { readPayoutSettings } from './read-settings.ts'
import { putSettings } from './settings-store.ts'

/**
 * Changes the payout settings of the active account.
 * @throws Refused `forbidden`, `payouts_off`, `payout_country_blocked`; `invalid_input` for weekly payouts without a choice of what they
 * are made in, and for a VAT number with wrong check digits
 */
export async function changePayoutSettings(
  ctx: PayoutsCtx,
  { schedule, threshold_micro_usd, source, payee }: PayoutSettings,
): Promise<PayoutSettingsView> {
  refuseBlocked(ctx.payoutSetup.policy, payee)
  refuseWrongTaxNumber(payee)
  const found = source === null ? null : findWay(ctx, source)
  if (schedule === 'weekly' && found === null)
    throw new Refused('invalid_input', { fields: { source: 'Choose what you are paid in' } })
  const token = found?.method === 'wallet' ? found.source : null
  const vatId = payee === null ? null : euVatId(payee.tax_id, payee.country)
  await ctx.transact(async (tx) => {
    const accountId = await lockActiveAccount(ctx, tx, 'pay_out')
    await putSettings(tx, {
      account_id: accountId,
      schedule,
      threshold_micro_usd,
      chain_id: token?.chainId ?? null,
      token: token?.token ?? null,
      to_bank: found?.method === 'bank',
      to_stripe: found?.method === 'stripe',
      payee: payee === null ? null : JSON.stringify(payee),
      updated_at: ctx.clock.now(),
    })
    if (vatId !== null) await queueVatCheck(ctx, tx, { accountId, vatId })
  })
  return readPayoutSettings(ctx)
}
