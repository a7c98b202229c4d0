import type { RenderJob } from '@gridloom/contract/rendering/job'

/** The actions that a job's state allows. */
export interface JobVerbs {
  readonly pause: boolean
  readonly resume: boolean
  readonly cancel: boolean
  /** Some frames have failed on three machines and can be retried. */
  readonly retry: boolean
  readonly change: boolean
}

export function possibleVerbs({ state, frames_failed: failed }: JobState): JobVerbs {
  const underWay = state === 'rendering' || state === 'paused'
  return {
    pause: state === 'rendering',
    resume: state === 'paused',
    cancel: underWay,
    retry: failed > 0 && (underWay || state === 'completed'),
    change: underWay,
  }
}

type JobState = Pick<RenderJob, 'state' | 'frames_failed'>
