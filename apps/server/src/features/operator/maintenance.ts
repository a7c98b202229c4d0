import type { Maintenance } from '@gridloom/contract/system/maintenance'
import type { Ctx } from '../../platform/ctx.ts'
import { loadMaintenance, operatorOf, storeMaintenance } from '../accounts/index.ts'
import { publishAnnouncements } from './publish-announcements.ts'

/** Whether the platform is under maintenance. @throws Refused `unauthorized`, `forbidden` */
export async function readMaintenance(ctx: Ctx): Promise<Maintenance> {
  operatorOf(ctx)
  return maintenanceOf(await loadMaintenance(ctx.db))
}

/**
 * Switches maintenance mode on or off: the health check of every replica follows, and every open page reloads its
 * state. Nothing else stops.
 * @throws Refused `unauthorized`, `forbidden`
 */
export async function switchMaintenance(ctx: Ctx, { on }: { on: boolean }): Promise<Maintenance> {
  operatorOf(ctx)
  const since = await ctx.transact(async (tx) => {
    await publishAnnouncements(tx)
    return storeMaintenance(tx, on ? { kind: 'on', at: ctx.clock.now() } : { kind: 'off' })
  })
  return maintenanceOf(since)
}

function maintenanceOf(since: Date | null): Maintenance {
  return { on: since !== null, since: since?.toISOString() ?? null }
}
