import type { Instance } from '@gridloom/contract/instances/instance'
import type { Ctx } from '../../ctx.ts'
import { type Goal, instanceName } from './wait-for-instance.ts'

export interface WaitOptions {
  wait?: boolean
  timeout?: number
}

/** A command that changes the desired state of an instance. */
export interface Move {
  name: 'start' | 'stop' | 'restart' | 'destroy'
  summary: string
  description: string
  goal: Goal
  ask(ctx: Ctx, id: string): Promise<Instance>
}

const progress = {
  start: 'Starting',
  stop: 'Stopping',
  restart: 'Restarting',
  destroy: 'Destroying',
} as const

/** The state once the goal is reached; until then, the change in progress. */
export function outcome(instance: Instance, { name, goal }: Move): string {
  const now = instance.ready ? 'ready' : instance.state
  const label = instanceName(instance)
  return now === goal ? `${label} is ${now}.` : `${progress[name]} ${label}…`
}
