import type { MachineId } from '@gridloom/contract/core/ids'
import type { MicroUsdPerHour } from '@gridloom/contract/core/values'
import type { MachineRendering } from '@gridloom/contract/rendering/machine-rendering'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { noSuchMachine, publishMachine, requireOwnMachine } from '../../machines/index.ts'
import { lockRenderMachine } from '../dispatch/render-machines-store.ts'
import { publishWork } from '../frames/publish-job.ts'
import { updateMachineRow } from '../review/frame-parts-store.ts'
import { readMachineRendering } from './read-machine.ts'

export interface MachineRenderingChange {
  enabled?: boolean | undefined
  micro_usd_per_reference_hour?: MicroUsdPerHour | undefined
}

/**
 * Turns rendering on a machine on or off, and sets its price. Frames already given out keep their price.
 * @throws Refused `not_found`
 */
export async function changeMachineRendering(
  ctx: Ctx,
  id: MachineId,
  { enabled, micro_usd_per_reference_hour }: MachineRenderingChange,
): Promise<MachineRendering> {
  const { accountId } = accountOf(ctx)
  await ctx.transact(async (tx) => {
    await requireOwnMachine(ctx, id, tx.db)
    const row = await lockRenderMachine(tx, id)
    if (row === undefined) throw noSuchMachine()
    await updateMachineRow(tx, id, {
      enabled: enabled ?? row.enabled,
      micro_usd_per_reference_hour:
        micro_usd_per_reference_hour ?? row.micro_usd_per_reference_hour,
    })
    await publishMachine(tx, accountId, id)
    await publishWork(tx)
  })
  return readMachineRendering(ctx, id)
}
