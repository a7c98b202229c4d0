import type { OperatorSettings } from '@gridloom/contract/operator/settings'
import type { Ctx } from '../../platform/ctx.ts'
import { operatorOf } from './operator-of.ts'
import { storeSettings } from './settings-store.ts'

/** Sets the starting credit of new accounts; existing accounts are unchanged. @throws Refused `forbidden` */
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
