import type { OperatorSettings, OperatorSettingsChange } from '@gridloom/contract/operator/settings'
import type { Ctx } from '../../platform/ctx.ts'
import { setPlatformFee } from '../ledger/index.ts'
import { operatorOf } from './operator-of.ts'
import { loadSettings, storeStartingCredit } from './settings-store.ts'

/**
 * Changes the settings that are given, and returns all of them. A starting credit is for accounts that redeem an access
 * code from now on, a fee for orders that are placed from now on. @throws Refused `forbidden`
 */
export async function writeSettings(
  ctx: Ctx,
  change: OperatorSettingsChange,
): Promise<OperatorSettings> {
  const { accountId } = operatorOf(ctx)
  const { starting_credit_micro_usd: startingCredit, platform_fee_basis_points: fee } = change
  const settings = await ctx.transact(async (tx) => {
    if (startingCredit !== undefined) await storeStartingCredit(tx, startingCredit)
    if (fee !== undefined) await setPlatformFee(ctx, tx, fee)
    return loadSettings(tx.db)
  })
  ctx.log.info(
    { event: 'settings.changed', accountId, ...settings },
    'the operator changed the settings',
  )
  return settings
}
