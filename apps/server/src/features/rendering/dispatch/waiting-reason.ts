import type { MisfitReason } from '@gridloom/domain/rendering/machine-fits'
import { affordable, expectedPrice, misfit } from './plan-claim.ts'
import type { OpenJob, RenderingMachine } from './waiting-store.ts'

/** If this many frames failed and none succeeded, the scene is at fault, not the machines. */
const hopelessFrames = 5

export type IdleJobState =
  /** Machines that can continue it; failures at every remaining frame are checked elsewhere. */
  | { kind: 'going'; machines: RenderingMachine[] }
  | { kind: 'no_machine'; text: string }
  | { kind: 'budget_used' }
  | { kind: 'hopeless' }

/** Returns the standing of an open job that no machine renders. */
export function idleJobState(job: OpenJob, machines: readonly RenderingMachine[]): IdleJobState {
  const isHopeless = job.frames_done === 0 && job.frames_failed >= hopelessFrames
  if (isHopeless && job.state === 'rendering') return { kind: 'hopeless' }
  const fitting = machines.filter((machine) => misfit(machine, job) === null)
  const free = fitting.filter((machine) => obstacleOf(machine) === null)
  const willing = free.filter(({ machine_id }) => !job.shut_out.includes(machine_id))
  if (willing.length === 0)
    return { kind: 'no_machine', text: nobodyText(job, { machines, fitting }) }
  const open = job.budget_micro_usd - job.charged_micro_usd - job.committed_micro_usd
  const reaches = willing.some(
    ({ micro_usd_per_reference_hour: price }) => affordable(open, expectedPrice(job, price)) > 0,
  )
  if (!reaches) return { kind: 'budget_used' }
  if (willing.every(({ job_ids }) => job_ids.some((id) => id !== job.id)))
    return { kind: 'no_machine', text: textOf(busyText) }
  return { kind: 'going', machines: willing }
}

/** The reason of a job if every suitable machine failed at its remaining frames. */
export const failingText =
  'Waiting for another machine. All suitable machines failed to render the remaining frames.'

const busyText = 'All machines that can render this job are busy with other jobs.'

function textOf(why: string): string {
  return `Waiting for a machine. ${why}`
}

function nobodyText(
  job: OpenJob,
  { machines, fitting }: Record<'machines' | 'fitting', readonly RenderingMachine[]>,
): string {
  if (machines.length === 0) return textOf('No machine offers rendering right now.')
  if (fitting.length === 0) return textOf(misfitText(job, machines))
  const obstacles = new Set(fitting.map(obstacleOf))
  if (obstacles.has(null)) return failingText
  const words = obstacleOrder.filter((one) => obstacles.has(one)).map((one) => obstacleTexts[one])
  return textOf(`All machines that can render this job are ${words.join(' or ')}.`)
}

/** The reason why a machine does not render now; `null`: it can. */
type Obstacle = 'rented' | 'offline' | 'unverified'

const obstacleOrder: readonly Obstacle[] = ['rented', 'offline', 'unverified']
const obstacleTexts = {
  rented: 'rented',
  offline: 'offline',
  unverified: 'waiting to be verified',
} as const satisfies Record<Obstacle, string>

function obstacleOf(machine: RenderingMachine): Obstacle | null {
  if (!machine.is_online) return 'offline'
  if (machine.is_rented) return 'rented'
  return machine.is_admitted ? null : 'unverified'
}

/** Returns what most of the machines lack, of the selected ones if the job selects some. */
function misfitText(job: OpenJob, machines: readonly RenderingMachine[]): string {
  const reasons = machines.flatMap((machine) => misfit(machine, job) ?? [])
  const lacks = reasons.filter((reason) => reason !== 'not_chosen')
  const counts = [...Map.groupBy(lacks, (reason) => reason)]
  const [most] = counts.sort(([, one], [, other]) => other.length - one.length)
  if (most === undefined) return 'The selected machines do not offer rendering.'
  const subject = counts.length === 1 ? 'All' : 'Most'
  return `No machine can render this job. ${subject} ${lackTexts[most[0]]}`
}

const lackTexts = {
  too_expensive: 'cost more than the job allows.',
  no_blender: 'do not have Blender.',
  blender_too_old: 'have an older Blender than the file needs.',
  engine_missing: 'do not have the render engine.',
  denoiser_missing: 'do not have a denoiser. You can turn off denoising in the settings.',
  device_missing: 'do not have the required device.',
  memory_short: 'have too little memory.',
} as const satisfies Record<Exclude<MisfitReason, 'not_chosen'>, string>
