import { Refused } from '@gridloom/contract/errors'
import { FrameState } from '@gridloom/contract/rendering/frame'
import { RenderJobState } from '@gridloom/contract/rendering/job'
import { canMoveFrame } from '@gridloom/domain/rendering/frame-states'
import { canMoveJob } from '@gridloom/domain/rendering/job-states'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withRenderJobs } from '../../../../test/render-jobs.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import { findFrame } from './frames-store.ts'
import { moveFrame, moveJob } from './moves-store.ts'

it('moves a job only between states that the table allows, whatever the caller read before', async () => {
  await using farm = await withRenderJobs()
  const { taskId: id } = await farm.draft()
  for (const from of RenderJobState.options) {
    for (const to of RenderJobState.options) {
      await sql`update render_jobs set state = ${from} where id = ${id}`.execute(farm.db)
      const outcome = await outcomeOf(farm.system.transact((tx) => moveJob(tx, { id }, to)))
      const isLegal = canMoveJob(from, to)
      expect(outcome, `${from} ${to}`).toEqual(isLegal ? 'moved' : refused('render job', from))
      expect((await farm.row(id)).state).toBe(isLegal ? to : from)
    }
  }
})

it('moves a frame only between states that the table allows', async () => {
  await using farm = await withRenderJobs()
  const { taskId: id } = await farm.started()
  const frame = { job_id: id, number: 1, part: 0 }
  for (const from of FrameState.options) {
    for (const to of FrameState.options) {
      await sql`update render_frames set state = ${from} where job_id = ${id} and number = 1`.execute(
        farm.db,
      )
      const outcome = await outcomeOf(farm.system.transact((tx) => moveFrame(tx, frame, to)))
      const isLegal = canMoveFrame(from, to)
      expect(outcome, `${from} ${to}`).toEqual(isLegal ? 'moved' : refused('frame', from))
      expect((await findFrame(farm.db, id, 1))?.state).toBe(isLegal ? to : from)
    }
  }
})

it('cancels with a job every frame that the table lets be cancelled, and no other', async () => {
  await using farm = await withRenderJobs()
  const states = FrameState.options
  const { taskId: id } = await farm.started({ frames: `1-${states.length}` })
  await sql`update render_frames set state = (${[...states]}::text[])[number] where job_id = ${id}`.execute(
    farm.db,
  )
  await cancelJob(farm.renter, id)
  const expected = states.map(
    (state, at) => `${at + 1} ${canMoveFrame(state, 'cancelled') ? 'cancelled' : state}`,
  )
  expect(await farm.states(id)).toBe(expected.join(', '))
})

function refused(what: string, state: string) {
  return { code: 'state_conflict', details: { what, state } }
}

async function outcomeOf(move: Promise<unknown>): Promise<unknown> {
  try {
    await move
    return 'moved'
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { code: error.code, details: error.details }
  }
}
