import type { RenderingCtx } from './ctx.ts'
import { type Scheduler, type SchedulerPorts, startScheduler } from './dispatch/scheduler.ts'
import { mayTakeParts } from './review/count-checkers.ts'
import { nextExtraWork } from './review/next-extra-work.ts'
import { receiveCanary } from './review/receive-canary.ts'
import { receivePicture } from './review/receive-picture.ts'

/** What dispatch asks of review: it knows nothing of it itself. */
export const reviewPorts: SchedulerPorts = {
  nextExtraWork,
  receivePicture,
  receiveCanary,
  mayTakeParts,
}

/** Gives out the frames of all jobs and takes in their pictures, until it is disposed of. */
export function startRendering(ctx: RenderingCtx): Scheduler {
  return startScheduler(ctx, reviewPorts)
}
