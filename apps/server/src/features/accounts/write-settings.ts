import type { OperatorSettings } from '@gridloom/contract/operator/settings'
import type { Ctx } from '../../platform/ctx.ts'
import { operatorOf } from './operator-of.ts'
import { storeSettings } from './settings-store.ts'

/** Sets what new accounts start with; accounts that exist keep what they got. @throws Refused `forbidden` */
export async function writeSettings(
  ctx: Ctx,
  settings: OperatorSettings,
): Promise<OperatorSettings> {
  const { accountId } = operatorOf(ctx)
  await ctx.transact((tx) => storeSettings(tx, settings))
  ctx.log.info(
    { event: 'settings.changed', accountId, ...settings },
    'the operator changed the settings',
  )
  return settings
}
