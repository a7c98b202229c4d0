import type { RenderJob, RenderJobState } from '@gridloom/contract/rendering/job'

type Steps = Pick<RenderJob, 'activeStep' | 'stepCompleted'>

/** The user's step in each state: an index into `renderSteps`, and the number of completed ones. */
const steps: Readonly<Record<RenderJobState, Steps>> = {
  draft: { activeStep: 1, stepCompleted: 1 },
  testing: { activeStep: 2, stepCompleted: 2 },
  tested: { activeStep: 2, stepCompleted: 3 },
  rendering: { activeStep: 3, stepCompleted: 3 },
  paused: { activeStep: 3, stepCompleted: 3 },
  completed: { activeStep: 4, stepCompleted: 4 },
  cancelled: { activeStep: 3, stepCompleted: 3 },
}

/** The current step of a job. A skipped test counts as completed once the job is started. */
export function stepsOf(state: RenderJobState): Steps {
  return steps[state]
}
