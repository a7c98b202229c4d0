import type { RenderingCtx } from './ctx.ts'
import { type Scheduler, type SchedulerPorts, startScheduler } from './dispatch/scheduler.ts'
import { mayTakeParts } from './review/count-checkers.ts'
import { nextExtraWork } from './review/next-extra-work.ts'
import { receiveCanary } from './review/receive-canary.ts'
import { receivePicture } from './review/receive-picture.ts'

/** The ports through which dispatch calls review, which it does not import. */
export const reviewPorts: SchedulerPorts = {
  nextExtraWork,
  receivePicture,
  receiveCanary,
  mayTakeParts,
}

/** Dispatches the frames of all jobs and receives their pictures, until it is disposed of. */
export function startRendering(ctx: RenderingCtx): Scheduler {
  return startScheduler(ctx, reviewPorts)
}
