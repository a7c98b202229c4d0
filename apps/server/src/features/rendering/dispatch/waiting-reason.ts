import type { Misfit } from '@gridloom/domain/rendering/machine-fits'
import { affordable, expectedPrice, misfit } from './plan-claim.ts'
import type { FreeMachine, OpenJob } from './waiting-store.ts'

/** Frames that all fail, with none that came out well: the scene is at fault, not the machines. */
const hopelessFrames = 5

export type Standing =
  /** Machines that can go on with it; whether they failed at all that is left is not looked at here. */
  | { kind: 'going'; machines: FreeMachine[] }
  | { kind: 'no_machine'; text: string }
  | { kind: 'budget_used' }
  | { kind: 'hopeless' }

/** How an open job stands that nobody works at. */
export function standingOf(job: OpenJob, free: readonly FreeMachine[]): Standing {
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

/** Said of a job at whose remaining frames every machine that fits has failed. */
export const failingText =
  'The machines that fit have failed at what is left. It goes on by itself when another one comes.'

const goesOn = 'It goes on by itself when one comes.'

function nobodyText(job: OpenJob, free: readonly FreeMachine[]): string {
  if (free.length === 0) return `No machine that renders is free just now. ${goesOn}`
  const counts = new Map<Misfit, number>()
  for (const machine of free) {
    const why = misfit(machine, job)
    if (why !== null) counts.set(why, (counts.get(why) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  const why = most === undefined ? '' : ` ${misfitTexts[most[0]]}`
  return `No machine that is free can render this.${why} ${goesOn}`
}

const misfitTexts = {
  not_chosen: 'The machines that were chosen for it are away, or busy.',
  too_expensive: 'Those that are free ask more than the job allows.',
  no_blender: 'Those that are free have no Blender.',
  blender_too_old: 'Their Blender is older than the one that saved the file.',
  engine_missing: 'Their Blender lacks the render engine.',
  denoiser_missing: 'Their Blender lacks the denoiser; the job can do without by its settings.',
  device_missing: 'Those that are free lack the device that the job asks for.',
  memory_short: 'Those that are free have too little memory.',
} as const satisfies Record<Misfit, string>
