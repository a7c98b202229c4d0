import { pause } from '@gridloom/async/pause'
import { NetworkError } from '@gridloom/client/api-error'
import type { Instance } from '@gridloom/contract/instances/instance'
import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Ctx } from '../../ctx.ts'
import { FailedError, WaitedTooLongError } from '../../errors.ts'

/** The state to wait for. */
export type Goal = 'ready' | 'stopped' | 'destroyed'

/** The default time limit of a wait; pulling a large image takes minutes. */
export const waitLimitS = 30 * 60
const lookEveryMs = 400
const missedLooksMax = 20

/**
 * Polls an instance until it reaches the goal, and resolves with it; prints each step.
 * Rejects with FailedError when it can no longer reach it, and with WaitedTooLongError after `limitS`.
 */
export async function waitForInstance(
  ctx: Ctx,
  first: Instance,
  { goal, limitS }: { goal: Goal; limitS: number },
): Promise<Instance> {
  const endMs = ctx.host.nowMs() + limitS * 1000
  let instance = first
  let missedLooks = 0
  while (!reached(instance, goal)) {
    if (isDeadEnd(instance, goal)) throw new FailedError(whyNot(instance, goal))
    ctx.output.progress(stepText(instance, goal))
    if (ctx.host.nowMs() > endMs) {
      throw new WaitedTooLongError(
        `${instanceName(instance)} is ${instance.state}, not ${goal} yet.`,
      )
    }
    await pause(ctx.host.clock, lookEveryMs, ctx.signal)
    const seen = await look(ctx, instance)
    missedLooks = seen ? 0 : missedLooks + 1
    if (missedLooks > missedLooksMax) throw new NetworkError('unreachable')
    instance = seen ?? instance
  }
  return instance
}

/** The instance now; undefined if the server could not be reached this time. */
async function look(ctx: Ctx, { id }: Instance): Promise<Instance | undefined> {
  try {
    return await ctx.client.instances.read({ params: { id }, signal: ctx.signal })
  } catch (error) {
    if (error instanceof NetworkError) return undefined
    throw error
  }
}

/** The instance's name for users: its label, or its id if it has none. */
export function instanceName(instance: Instance): string {
  return instance.label || instance.id
}

function reached(instance: Instance, goal: Goal): boolean {
  if (goal === 'destroyed') return instance.state === 'destroyed'
  // A report from before the agent saw the newest generation says nothing about it.
  if (instance.observed_generation < instance.generation) return false
  return goal === 'ready' ? instance.ready : instance.state === goal
}

function isDeadEnd(instance: Instance, goal: Goal): boolean {
  if (instance.observed_generation < instance.generation) return false
  if (instance.state === 'destroyed') return true
  if (goal === 'destroyed') return false
  return instance.state === 'failed' || (goal === 'ready' && instance.desired !== 'running')
}

function whyNot(instance: Instance, goal: Goal): string {
  const why = instance.reason ? `: ${instance.reason.text}` : '.'
  if (goal === 'ready' && instance.state === 'failed')
    return `${instanceName(instance)} failed to start${why}`
  return `${instanceName(instance)} is ${instance.state} and cannot become ${goal}${why}`
}

/** The current step as one line: `pulling: layer 3 of 8, 45 % (115 MiB of 248 MiB)`. */
function stepText({ state, progress, reason }: Instance, goal: Goal): string {
  if (goal !== 'ready') return goal === 'stopped' ? 'stopping' : 'destroying'
  if (progress === null) return reason ? `${state}: ${reason.text}` : state
  const percent = progress.percent === null ? '' : `, ${Math.round(progress.percent)} %`
  return `${state}: ${progress.text}${percent}${bytesText(progress)}`
}

function bytesText({ done_bytes, total_bytes }: NonNullable<Instance['progress']>): string {
  if (done_bytes === null || total_bytes === null) return ''
  return ` (${formatBytes(done_bytes)} of ${formatBytes(total_bytes)})`
}
