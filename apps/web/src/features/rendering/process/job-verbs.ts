import type { RenderJob } from '@gridloom/contract/rendering/job'

/** What can be done with a job as it stands. */
export interface JobVerbs {
  readonly pause: boolean
  readonly resume: boolean
  readonly cancel: boolean
  /** Frames that three machines failed at are there to be tried again. */
  readonly retry: boolean
  readonly change: boolean
}

export function possibleVerbs({ state, frames_failed: failed }: JobStanding): JobVerbs {
  const underWay = state === 'rendering' || state === 'paused'
  return {
    pause: state === 'rendering',
    resume: state === 'paused',
    cancel: underWay,
    retry: failed > 0 && (underWay || state === 'completed'),
    change: underWay,
  }
}

type JobStanding = Pick<RenderJob, 'state' | 'frames_failed'>
