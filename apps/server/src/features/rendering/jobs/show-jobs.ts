import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { Ctx } from '../../../platform/ctx.ts'
import { readInstanceMoney } from '../../ledger/index.ts'
import type { JobRow } from '../schema.ts'
import {
  listAbleMachines,
  readHeldFrames,
  readMachinesAtWork,
  readScenesAround,
} from './around-store.ts'
import { jobView } from './job-view.ts'

/** Returns the owner's view of jobs, with scenes, holds and machines: five queries for any number. */
export async function showJobs(
  ctx: Pick<Ctx, 'db'>,
  rows: readonly JobRow[],
): Promise<RenderJob[]> {
  const ids = rows.map(({ id }) => id)
  const scenes = await readScenesAround(ctx.db, rows)
  const money = await readInstanceMoney(ctx.db, ids)
  const held = await readHeldFrames(ctx.db, ids)
  const atWork = await readMachinesAtWork(ctx.db, ids)
  const able = rows.some(needsMachines) ? await listAbleMachines(ctx.db) : []
  return rows.map((row) =>
    jobView(row, {
      scene: scenes.get(row.id) ?? { fileName: 'A scene', savedBy: null },
      money: money.get(row.id) ?? { heldMicroUsd: 0, chargedMicroUsd: 0 },
      held: held.get(row.id) ?? { frames: 0, microUsd: 0 },
      atWork: atWork.get(row.id) ?? [],
      able,
    }),
  )
}

/** Returns the owner's view of one job. */
export async function showJob(ctx: Pick<Ctx, 'db'>, row: JobRow): Promise<RenderJob> {
  const [view] = await showJobs(ctx, [row])
  if (view === undefined) throw new RangeError('one row makes one view')
  return view
}

/** Whether the view of a job depends on the available machines: it does if the job is estimated. */
function needsMachines(row: JobRow): boolean {
  return row.reference_ms_count > 0
}
