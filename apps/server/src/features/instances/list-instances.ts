import type { Instance } from '@gridloom/contract/instances/instance'
import type { InstanceFilters } from '@gridloom/contract/instances/instance-filters'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { listOwnedInstances } from './instances-store.ts'
import { showInstances } from './show-instances.ts'

/** Returns the caller's instances that match the filters, newest first; at most 500. */
export async function listInstances(ctx: Ctx, filters: InstanceFilters): Promise<Instance[]> {
  const { accountId } = accountOf(ctx)
  const rows = await listOwnedInstances(ctx.db, accountId, filters)
  return showInstances(ctx, rows)
}
