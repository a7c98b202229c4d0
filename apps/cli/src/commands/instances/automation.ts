import { limits } from '@gridloom/contract/core/constants'
import type { AutomationSettings } from '@gridloom/contract/instances/automation'
import { type Instance, RestartPolicy } from '@gridloom/contract/instances/instance'
import { type Command, Option } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { numberWithin, oneOf, wholeNumber } from '../../input/parse-values.ts'
import { automationFacts } from '../../output/automation-facts.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import {
  budgetOf,
  type OrOff,
  orOff,
  settingOf,
  stopAfterOf,
  stopAtOf,
  usualIdlePercent,
} from '../shared/automation-options.ts'

interface AutomationOptions {
  budget?: OrOff<number>
  stopAt?: OrOff<string>
  stopAfter?: OrOff<number>
  stopIdle?: OrOff<number>
  idleCpu?: number
  idleGpu?: number
  startCron?: string
  stopCron?: string
  timeZone?: string
  schedule?: boolean
  restartPolicy?: RestartPolicy
  postpone?: number
}

export function addAutomation(program: Command, open: Open): void {
  program
    .command('automation')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .summary('show or change what stops and starts an instance')
    .description(
      'Show or change the budget of an instance, and the rules that stop and start it by themselves.',
    )
    .option('--budget <usd>', 'the most it may cost in all, or off', orOff(budgetOf))
    .option('--stop-at <time>', 'stop it once at a time, or off', orOff(stopAtOf))
    .option(
      '--stop-after <duration>',
      'stop it so long after each start, or off',
      orOff(stopAfterOf),
    )
    .option(
      '--stop-idle <minutes>',
      'stop it after so many idle minutes with nobody connected, or off',
      orOff(wholeNumber('--stop-idle', limits.idleMinutesMin, limits.idleMinutesMax)),
    )
    .option('--idle-cpu <percent>', 'idle below this CPU load', numberWithin('--idle-cpu', 100))
    .option('--idle-gpu <percent>', 'idle below this GPU load', numberWithin('--idle-gpu', 100))
    .option('--start-cron <expression>', 'start it at these times')
    .option('--stop-cron <expression>', 'stop it at these times')
    .option('--time-zone <name>', 'time zone of the schedule (default: that of this computer)')
    .addOption(new Option('--no-schedule', 'remove the schedule').default(undefined))
    .option(
      '--restart-policy <policy>',
      `whether it starts again after its machine restarts: ${RestartPolicy.options.join(', ')}`,
      oneOf('--restart-policy', RestartPolicy.options),
    )
    .option(
      '--postpone <minutes>',
      'let no rule stop it for so many minutes from now',
      wholeNumber('--postpone', 5, limits.postponeMinutesMax),
    )
    .addHelpText(
      'after',
      examples(
        'automation trial',
        'automation trial --budget 20 --stop-idle 30',
        "automation trial --start-cron '0 8 * * 1-5' --stop-cron '0 18 * * 1-5' --time-zone Europe/Berlin",
        'automation trial --stop-after off --no-schedule',
        'automation trial --postpone 60',
      ),
    )
    .action((wanted: string, options: AutomationOptions, command: Command) =>
      automate(open(command), wanted, options),
    )
}

async function automate(ctx: Ctx, wanted: string, options: AutomationOptions): Promise<void> {
  const found = await findInstance(ctx, wanted, 'all')
  const changed = await change(ctx, found, options)
  await ctx.output.result(changed.automation, (draw) =>
    automationFacts(draw, changed, ctx.host.nowMs()),
  )
}

async function change(ctx: Ctx, found: Instance, options: AutomationOptions): Promise<Instance> {
  const { postpone, restartPolicy } = options
  const params = { id: found.id }
  const automation = settingsOf(found, options)
  const isChanged = Object.keys(automation).length > 0
  const body = {
    ...(isChanged && { automation }),
    ...(restartPolicy && { restart_policy: restartPolicy }),
  }
  const instance =
    Object.keys(body).length === 0
      ? found
      : await ctx.client.instances.change({ params, body, signal: ctx.signal })
  if (postpone === undefined) return instance
  return ctx.client.instances.postponeStop({
    params,
    body: { minutes: postpone },
    signal: ctx.signal,
  })
}

function settingsOf({ automation: now }: Instance, options: AutomationOptions): AutomationSettings {
  const { budget, stopAt, stopAfter } = options
  return {
    ...(budget !== undefined && { budget_micro_usd: settingOf(budget) }),
    ...(stopAt !== undefined && { stop_at: settingOf(stopAt) }),
    ...(stopAfter !== undefined && { stop_after_s: settingOf(stopAfter) }),
    ...stopIdleOf(now.stop_idle, options),
    ...scheduleOf(now.schedule, options),
  }
}

function stopIdleOf(
  now: Instance['automation']['stop_idle'],
  { stopIdle, idleCpu, idleGpu }: AutomationOptions,
): AutomationSettings {
  if (stopIdle === 'off') return { stop_idle: null }
  if (stopIdle === undefined && idleCpu === undefined && idleGpu === undefined) return {}
  const minutes = stopIdle ?? now?.minutes
  if (minutes === undefined)
    throw new UsageError('Add --stop-idle with the minutes, such as --stop-idle 30.')
  return {
    stop_idle: {
      minutes,
      cpu_percent: idleCpu ?? now?.cpu_percent ?? usualIdlePercent,
      gpu_percent: idleGpu ?? now?.gpu_percent ?? usualIdlePercent,
    },
  }
}

function scheduleOf(
  now: Instance['automation']['schedule'],
  { startCron, stopCron, timeZone, schedule }: AutomationOptions,
): AutomationSettings {
  if (schedule === false) return { schedule: null }
  if (startCron === undefined && stopCron === undefined && timeZone === undefined) return {}
  return {
    schedule: {
      time_zone: timeZone ?? now?.time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
      start: startCron ?? now?.start ?? null,
      stop: stopCron ?? now?.stop ?? null,
    },
  }
}
