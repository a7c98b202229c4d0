import type { Instance } from '@gridloom/contract/instances/instance'
import { formatAgo } from '@gridloom/domain/format-ago'
import { formatDuration } from '@gridloom/domain/format-duration'
import { formatUsd } from '@gridloom/domain/money-format'
import { formatTime } from './format.ts'
import type { Draw } from './output.ts'

/** What stops and starts an instance, and what it does next. */
export function automationFacts(draw: Draw, instance: Instance, nowMs: number): string {
  const { automation } = instance
  const { next_stop: stop, start_blocked: blocked } = automation
  return draw.facts([
    ['Budget', budgetText(instance)],
    ['Stop at', automation.stop_at === null ? 'off' : formatTime(automation.stop_at)],
    [
      'Stop after',
      automation.stop_after_s === null ? 'off' : formatDuration(automation.stop_after_s),
    ],
    ['Stop when idle', idleText(instance)],
    ['Schedule', scheduleText(instance)],
    [
      'After a machine restart',
      instance.restart_policy === 'never' ? 'stays stopped' : 'starts again',
    ],
    ...(stop ? [['Next stop', `${formatAgo(stop.at, nowMs)} (${stop.cause})`] as const] : []),
    ...(automation.next_start_at
      ? [['Next start', formatTime(automation.next_start_at)] as const]
      : []),
    ...(automation.postponed_until
      ? [['Postponed until', formatTime(automation.postponed_until)] as const]
      : []),
    ...(blocked
      ? [['Start blocked', `${blocked.why}, tried until ${formatTime(blocked.until)}`] as const]
      : []),
  ])
}

function budgetText({ cost_micro_usd: cost, automation: { budget_micro_usd: budget } }: Instance) {
  return budget === null ? 'no limit' : `${formatUsd(cost)} of ${formatUsd(budget)} used`
}

function idleText({ automation: { stop_idle: idle }, gpu_model: gpu }: Instance): string {
  if (idle === null) return 'off'
  const gpus = gpu === null ? '' : ` and GPU below ${idle.gpu_percent} %`
  return `after ${idle.minutes} min with CPU below ${idle.cpu_percent} %${gpus}, nobody connected`
}

function scheduleText({ automation: { schedule } }: Instance): string {
  if (schedule === null) return 'off'
  const start = schedule.start === null ? '' : `start ${schedule.start}, `
  const stop = schedule.stop === null ? '' : `stop ${schedule.stop}, `
  return `${start}${stop}${schedule.time_zone}`
}
