import type { Misfit } from '@gridloom/domain/rendering/machine-fits'
import { affordable, expectedPrice, misfit } from './plan-claim.ts'
import type { FreeMachine, OpenJob } from './waiting-store.ts'

/** If this many frames failed and none succeeded, the scene is at fault, not the machines. */
const hopelessFrames = 5

export type JobStanding =
  /** Machines that can continue it; failures at every remaining frame are checked elsewhere. */
  | { kind: 'going'; machines: FreeMachine[] }
  | { kind: 'no_machine'; text: string }
  | { kind: 'budget_used' }
  | { kind: 'hopeless' }

/** Returns the standing of an open job that no machine renders. */
export function standingOf(job: OpenJob, free: readonly FreeMachine[]): JobStanding {
  const isHopeless = job.frames_done === 0 && job.frames_failed >= hopelessFrames
  if (isHopeless && job.state === 'rendering') return { kind: 'hopeless' }
  const fitting = free.filter((machine) => misfit(machine, job) === null)
  const willing = fitting.filter(({ machine_id }) => !job.shut_out.includes(machine_id))
  if (willing.length === 0) {
    const text = fitting.length > 0 ? failingText : nobodyText(job, free)
    return { kind: 'no_machine', text }
  }
  const open = job.budget_micro_usd - job.charged_micro_usd - job.committed_micro_usd
  const reaches = willing.some(
    ({ micro_usd_per_reference_hour: price }) => affordable(open, expectedPrice(job, price)) > 0,
  )
  return reaches ? { kind: 'going', machines: willing } : { kind: 'budget_used' }
}

/** The reason of a job if every suitable machine failed at its remaining frames. */
export const failingText =
  'All suitable machines failed at the remaining frames. The job continues when another machine becomes available.'

const goesOn = 'The job continues when one becomes available.'

function nobodyText(job: OpenJob, free: readonly FreeMachine[]): string {
  if (free.length === 0) return `No rendering machine is free right now. ${goesOn}`
  const counts = new Map<Misfit, number>()
  for (const machine of free) {
    const why = misfit(machine, job)
    if (why !== null) counts.set(why, (counts.get(why) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  const why = most === undefined ? '' : ` ${misfitTexts[most[0]]}`
  return `No free machine can render this job.${why} ${goesOn}`
}

const misfitTexts = {
  not_chosen: 'The selected machines are offline or busy.',
  too_expensive: 'Free machines cost more than the job allows.',
  no_blender: 'Free machines do not have Blender.',
  blender_too_old: 'Free machines have an older Blender than the file needs.',
  engine_missing: 'Free machines do not have the render engine.',
  denoiser_missing:
    'Free machines do not have the denoiser. You can turn off denoising in the settings.',
  device_missing: 'Free machines do not have the required device.',
  memory_short: 'Free machines have too little memory.',
} as const satisfies Record<Misfit, string>
