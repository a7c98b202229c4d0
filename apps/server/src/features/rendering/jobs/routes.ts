import { api } from '@gridloom/contract/api'
import type { Routes } from '../../../platform/http/routes.ts'
import type { RenderingCtx } from '../ctx.ts'
import { approveFrames } from './approve-frames.ts'
import { cancelJob } from './cancel-job.ts'
import { changeJob } from './change-job.ts'
import { createJob } from './create-job.ts'
import { followJob } from './follow-job.ts'
import { listChecks } from './list-checks.ts'
import { listChunks } from './list-chunks.ts'
import { listFrames, readOverview } from './list-frames.ts'
import { listJobs } from './list-jobs.ts'
import { pauseJob } from './pause-job.ts'
import { readChunkLog } from './read-chunk-log.ts'
import { readJobWithScene } from './read-job.ts'
import { readReceipt } from './read-receipt.ts'
import { rejectFrames } from './reject-frames.ts'
import { removeJob } from './remove-job.ts'
import { resumeJob } from './resume-job.ts'
import { retryFrames } from './retry-frames.ts'
import { startJob } from './start-job.ts'
import { testFrame } from './test-frame.ts'

/** Mounts the routes of render jobs, and the streams of their progress. */
export function jobRoutes(routes: Routes<RenderingCtx>): void {
  const { rendering } = api
  routes.on(rendering.create, (ctx, { body }) => createJob(ctx, body))
  routes.on(rendering.list, (ctx, { query }) => listJobs(ctx, query))
  routes.on(rendering.read, (ctx, { params }) => readJobWithScene(ctx, params.id))
  routes.on(rendering.change, (ctx, { params, body }) => changeJob(ctx, params.id, body))
  routes.on(rendering.remove, async (ctx, { params }) => {
    await removeJob(ctx, params.id)
    return {}
  })
  routes.on(rendering.test, (ctx, { params, body }) => testFrame(ctx, params.id, body))
  routes.on(rendering.start, (ctx, { params, body }) => startJob(ctx, params.id, body))
  routes.on(rendering.pause, (ctx, { params }) => pauseJob(ctx, params.id))
  routes.on(rendering.resume, (ctx, { params }) => resumeJob(ctx, params.id))
  routes.on(rendering.cancel, (ctx, { params }) => cancelJob(ctx, params.id))
  routes.on(rendering.retry, (ctx, { params, body }) => retryFrames(ctx, params.id, body))
  routes.on(rendering.approve, (ctx, { params, body }) => approveFrames(ctx, params.id, body))
  routes.on(rendering.reject, (ctx, { params, body }) => rejectFrames(ctx, params.id, body))

  routes.on(rendering.frames, (ctx, { params, query }) => listFrames(ctx, params.id, query))
  routes.on(rendering.overview, (ctx, { params }) => readOverview(ctx, params.id))
  routes.on(rendering.chunks, (ctx, { params, query }) => listChunks(ctx, params.id, query))
  routes.on(rendering.chunkLog, (ctx, { params }) => readChunkLog(ctx, params))
  routes.on(rendering.checks, (ctx, { params }) => listChecks(ctx, params.id))
  routes.on(rendering.receipt, (ctx, { params, query }) => readReceipt(ctx, params.id, query))
  routes.stream(rendering.follow, (ctx, { params }) => followJob(ctx, params.id))
}
