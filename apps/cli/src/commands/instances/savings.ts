import { limits } from '@gridloom/contract/core/constants'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Saving, SavingsQuery } from '@gridloom/contract/instances/savings'
import { formatDuration } from '@gridloom/domain/format-duration'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { numberWithin, wholeNumber } from '../../input/parse-values.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { stopAfterOf, usualIdlePercent } from '../shared/automation-options.ts'

interface SavingsOptions {
  stopAfter?: number
  stopIdle?: number
  idleCpu?: number
  idleGpu?: number
  startCron?: string
  stopCron?: string
  timeZone?: string
}

/** Adds `savings`: what rules of `automation` would have saved. */
export function addSavings(program: Command, open: Open): void {
  program
    .command('savings')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .summary('show what rules would have saved')
    .description(
      'Show what rules would have saved in up to 30 days, by the history of the instance. Without an option: its own rules. Nothing is changed; set rules with: gridloom automation',
    )
    .option('--stop-after <duration>', 'stop it so long after each start', stopAfterOf)
    .option(
      '--stop-idle <minutes>',
      'stop it after so many idle minutes with nobody connected',
      wholeNumber('--stop-idle', limits.idleMinutesMin, limits.idleMinutesMax),
    )
    .option('--idle-cpu <percent>', 'idle below this CPU load', numberWithin('--idle-cpu', 100))
    .option('--idle-gpu <percent>', 'idle below this GPU load', numberWithin('--idle-gpu', 100))
    .option('--start-cron <expression>', 'start it at these times')
    .option('--stop-cron <expression>', 'stop it at these times')
    .option('--time-zone <name>', 'time zone of the schedule (default: that of this computer)')
    .addHelpText(
      'after',
      examples(
        'savings trial',
        'savings trial --stop-idle 30 --stop-after 8h',
        "savings trial --stop-cron '0 18 * * 1-5' --time-zone Europe/Berlin --json",
      ),
    )
    .action((wanted: string, options: SavingsOptions, command: Command) =>
      showSavings(open(command), wanted, options),
    )
}

async function showSavings(ctx: Ctx, wanted: string, options: SavingsOptions): Promise<void> {
  const asked = Object.keys(options).length > 0
  const { id, automation } = await findInstance(ctx, wanted)
  const query = asked ? queryOf(options) : queryOfRules(automation)
  if (Object.keys(query).length === 0)
    throw new UsageError('It has no such rule. Specify one, such as --stop-idle 30.')
  const savings = await ctx.client.instances.savings({ params: { id }, query, signal: ctx.signal })
  const nowMs = ctx.host.nowMs()
  const lines = [
    ['Stop after run time', savings.stop_after],
    ['Stop when idle', savings.stop_idle],
    ['Schedule', savings.schedule],
  ] as const
  await ctx.output.result(savings, (draw) =>
    draw.facts(
      lines.flatMap(([name, saving]) =>
        saving === null ? [] : [[name, savingText(saving, nowMs)] as const],
      ),
    ),
  )
}

function queryOf(options: SavingsOptions): SavingsQuery {
  const { stopAfter, stopIdle, idleCpu, idleGpu, startCron, stopCron, timeZone } = options
  if (stopIdle === undefined && (idleCpu !== undefined || idleGpu !== undefined))
    throw new UsageError('Add --stop-idle with the minutes, such as --stop-idle 30.')
  if (stopCron === undefined && (startCron !== undefined || timeZone !== undefined))
    throw new UsageError('Add --stop-cron: a schedule saves by stopping.')
  return {
    ...(stopAfter !== undefined && { stop_after_s: stopAfter }),
    ...(stopIdle !== undefined && {
      idle_minutes: stopIdle,
      cpu_percent: idleCpu ?? usualIdlePercent,
      gpu_percent: idleGpu ?? usualIdlePercent,
    }),
    ...(stopCron !== undefined && {
      time_zone: timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
      stop: stopCron,
      ...(startCron !== undefined && { start: startCron }),
    }),
  }
}

/** The rules that the instance has. */
function queryOfRules({ stop_after_s, stop_idle, schedule }: Instance['automation']): SavingsQuery {
  const { time_zone = '', start = null, stop = null } = schedule ?? {}
  return {
    ...(stop_after_s !== null && { stop_after_s }),
    ...(stop_idle !== null && {
      idle_minutes: stop_idle.minutes,
      cpu_percent: stop_idle.cpu_percent,
      gpu_percent: stop_idle.gpu_percent,
    }),
    ...(stop !== null && { time_zone, stop, ...(start !== null && { start }) }),
  }
}

const dayMs = 24 * 60 * 60_000

function savingText(saving: Saving, nowMs: number): string {
  if (saving.kind === 'too_little_history') return 'too little history yet'
  const days = Math.max(1, Math.round((nowMs - Date.parse(saving.since)) / dayMs))
  const period = days === 1 ? 'the last day' : `the last ${days} days`
  if (saving.seconds === 0) return `would have saved nothing in ${period}`
  const { micro_usd, seconds } = saving
  return `would have saved ${formatUsd(micro_usd)} (${formatDuration(seconds)}) in ${period}`
}
