import type { PayoutSettingsView } from '@gridloom/contract/payouts/settings'
import { userOf } from '../../../platform/ctx.ts'
import type { PayoutsCtx } from '../ctx.ts'
import type { PayoutSettingsRow } from '../schema.ts'
import { findSettings } from './settings-store.ts'

/** The caller's payout settings; until they are changed, payouts are at will. */
export async function readPayoutSettings(ctx: PayoutsCtx): Promise<PayoutSettingsView> {
  const row = await findSettings(ctx.db, userOf(ctx))
  return {
    schedule: row?.schedule ?? 'at_will',
    threshold_micro_usd: row?.threshold_micro_usd ?? 0,
    source: row === undefined ? null : wayOf(row),
    payee: row?.payee ?? null,
    payee_need: ctx.payoutSetup.policy.payee,
  }
}

/** What weekly payouts are made in; `null`: nothing was chosen. */
export function wayOf({
  to_bank,
  chain_id,
  token,
}: Pick<PayoutSettingsRow, 'to_bank' | 'chain_id' | 'token'>): PayoutSettingsView['source'] {
  if (to_bank) return { method: 'bank' }
  return chain_id === null || token === null ? null : { method: 'wallet', chain_id, token }
}
