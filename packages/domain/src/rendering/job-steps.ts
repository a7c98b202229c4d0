import type { RenderJob, RenderJobState } from '@gridloom/contract/rendering/job'

type Steps = Pick<RenderJob, 'activeStep' | 'stepCompleted'>

/** Where a user is in each state: an index into `renderSteps`, and how many of them are completed. */
const steps: Readonly<Record<RenderJobState, Steps>> = {
  draft: { activeStep: 1, stepCompleted: 1 },
  testing: { activeStep: 2, stepCompleted: 2 },
  tested: { activeStep: 2, stepCompleted: 3 },
  rendering: { activeStep: 3, stepCompleted: 3 },
  paused: { activeStep: 3, stepCompleted: 3 },
  completed: { activeStep: 4, stepCompleted: 4 },
  cancelled: { activeStep: 3, stepCompleted: 3 },
}

/** The step that a job is at. A test that was left out counts as completed once the job is started. */
export function stepsOf(state: RenderJobState): Steps {
  return steps[state]
}
