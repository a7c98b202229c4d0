import type { MachineId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import { noSuchMachine, publishMachine } from '../../machines/index.ts'
import { lockRenderMachine } from '../dispatch/render-machines-store.ts'
import { publishWork } from '../frames/publish-job.ts'
import { updateMachineRow } from '../review/frame-parts-store.ts'

export interface VouchChange {
  id: MachineId
  vouched: boolean
}

/**
 * Lets the operator vouch for a machine's rendering, or stop doing so: its votes count in checks, and its pictures are
 * paid even if no comparable machine exists. Earlier results stay unchanged. @throws Refused `unauthorized`,
 * `forbidden`, `not_found`
 */
export async function vouchForMachine(
  ctx: Ctx,
  { id, vouched }: VouchChange,
): Promise<{ vouched: boolean }> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    const row = await lockRenderMachine(tx, id)
    if (row === undefined) throw noSuchMachine()
    await updateMachineRow(tx, id, { vouched })
    await publishMachine(tx, row.account_id, id)
    await publishWork(tx)
  })
  return { vouched }
}
