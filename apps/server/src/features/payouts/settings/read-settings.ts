import type { PayoutSettingsView } from '@gridloom/contract/payouts/settings'
import { userOf } from '../../../platform/ctx.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { findSettings } from './settings-store.ts'

/** The caller's payout settings; until they are changed, payouts are at will. */
export async function readPayoutSettings(ctx: PayoutsCtx): Promise<PayoutSettingsView> {
  const row = await findSettings(ctx.db, userOf(ctx))
  const { chain_id = null, token = null } = row ?? {}
  return {
    schedule: row?.schedule ?? 'at_will',
    threshold_micro_usd: row?.threshold_micro_usd ?? 0,
    source: chain_id === null || token === null ? null : { chain_id, token },
    payee: row?.payee ?? null,
    payee_need: ctx.payoutSetup.policy.payee,
  }
}
