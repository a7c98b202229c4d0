import type { Flow } from '@gridloom/contract/accounts/flow'
import { type Ctx, userOf } from '../../../platform/ctx.ts'
import { storeFlow } from './flow-store.ts'

/** Stores what the signed-in user came for. @throws Refused `unauthorized` */
export async function changeFlow(ctx: Ctx, flow: Flow): Promise<{ flow: Flow }> {
  const user = userOf(ctx)
  await ctx.transact((tx) => storeFlow(tx, user, flow))
  return { flow }
}
