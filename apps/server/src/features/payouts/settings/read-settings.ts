import type { AccountId } from '@gridloom/contract/core/ids'
import type { Payee, PayoutSettingsView } from '@gridloom/contract/payouts/settings'
import { euVatId } from '@gridloom/domain/invoices/vat-check'
import { activeAccountFor } from '../../companies/index.ts'
import { readVatCheck } from '../../vat-checks/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import type { PayoutSettingsRow } from '../schema.ts'
import { findSettings } from './settings-store.ts'

/** The payout settings of the active account; until they are changed, payouts are at will. @throws Refused `forbidden` */
export async function readPayoutSettings(ctx: PayoutsCtx): Promise<PayoutSettingsView> {
  const accountId = await activeAccountFor(ctx, 'pay_out')
  const row = await findSettings(ctx.db, accountId)
  const payee = row?.payee ?? null
  return {
    schedule: row?.schedule ?? 'at_will',
    threshold_micro_usd: row?.threshold_micro_usd ?? 0,
    source: row === undefined ? null : wayOf(row),
    payee,
    payee_need: ctx.payoutSetup.policy.payee,
    payee_vat_check: await payeeVatCheck(ctx, accountId, payee),
  }
}

/** What weekly payouts are made in; `null`: nothing was chosen. */
export function wayOf({
  to_bank,
  to_stripe,
  chain_id,
  token,
}: Pick<
  PayoutSettingsRow,
  'to_bank' | 'to_stripe' | 'chain_id' | 'token'
>): PayoutSettingsView['source'] {
  if (to_bank) return { method: 'bank' }
  if (to_stripe) return { method: 'stripe' }
  return chain_id === null || token === null ? null : { method: 'wallet', chain_id, token }
}

/** What VIES says of the payee's tax number; `null`: it is not asked, as it is no VAT ID of the EU. */
export async function payeeVatCheck(
  ctx: Pick<PayoutsCtx, 'db' | 'vies'>,
  accountId: AccountId,
  payee: Payee | null,
): Promise<PayoutSettingsView['payee_vat_check']> {
  const vatId = payee === null ? null : euVatId(payee.tax_id, payee.country)
  return vatId === null ? null : readVatCheck(ctx, { accountId, vatId })
}
