import type { MachineId } from '@gridloom/contract/core/ids'
import type { MachineRendering } from '@gridloom/contract/rendering/machine-rendering'
import type { Ctx } from '../../../platform/ctx.ts'
import { readRenderEarned } from '../../ledger/index.ts'
import { requireOwnMachine } from '../../machines/index.ts'
import { findRenderMachine } from '../dispatch/render-machines-store.ts'
import { countCheckersOf } from '../review/count-checkers.ts'
import { listChecksOf, readHeldPay } from './hosting-store.ts'
import { machineRenderingView } from './machine-rendering-view.ts'

/** The number of recent checks that are shown. */
const checksShown = 50

/** Returns the rendering settings and results of a machine of the caller. @throws Refused `not_found` */
export async function readMachineRendering(ctx: Ctx, id: MachineId): Promise<MachineRendering> {
  await requireOwnMachine(ctx, id)
  const [row, checks, earnedMicroUsd, held] = await Promise.all([
    findRenderMachine(ctx.db, id),
    listChecksOf(ctx.db, id, checksShown),
    readRenderEarned(ctx.db, id),
    readHeldPay(ctx.db, id),
  ])
  const checkers = row === undefined ? 0 : await countCheckersOf(ctx.db, row)
  return machineRenderingView({ machineId: id, row, checks, earnedMicroUsd, checkers, held })
}
