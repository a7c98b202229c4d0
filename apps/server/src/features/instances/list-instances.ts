import type { Instance } from '@gridloom/contract/instances/instance'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { listOwnedInstances } from './instances-store.ts'
import { showInstances } from './show-instances.ts'

/** Returns the caller's instances, newest first. */
export async function listInstances(ctx: Ctx, input: { destroyed: boolean }): Promise<Instance[]> {
  const { accountId } = accountOf(ctx)
  const rows = await listOwnedInstances(ctx.db, accountId, {
    destroyed: input.destroyed ? 'with' : 'without',
  })
  return showInstances(ctx, rows)
}
