import type { OperatorSettings } from '@gridloom/contract/operator/settings'
import type { Ctx } from '../../platform/ctx.ts'
import { operatorOf } from './operator-of.ts'
import { loadSettings } from './settings-store.ts'

/** The operator's settings. @throws Refused `forbidden` to any other user */
export async function readSettings(ctx: Ctx): Promise<OperatorSettings> {
  operatorOf(ctx)
  return loadSettings(ctx.db)
}
