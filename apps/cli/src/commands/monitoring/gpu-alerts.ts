import type { GpuAlertSettings } from '@gridloom/contract/monitoring/gpu-alert'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { given } from '../../input/given.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import { formatSince } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'
import { printList } from '../../output/print-list.ts'
import { type OrOff, orOff, settingOf } from '../shared/automation-options.ts'

interface SettingsOptions {
  temperature?: OrOff<number>
  ecc?: 'on' | 'off'
  throttling?: 'on' | 'off'
  repeatHours?: number
}

/** Adds `gpus alerts`: problems of one's own GPUs, and which of them are notified of. */
export function addGpuAlerts(gpus: Command, open: Open): void {
  const alerts = gpus
    .command('alerts')
    .summary('list the problems of your GPUs')
    .description('List the problems that your GPUs have now, newest first.')
    .addHelpText('after', examples('gpus alerts', 'gpus alerts settings'))
    .action((_options: object, command: Command) => listAlerts(open(command)))
  alerts
    .command('settings')
    .summary('show or change which problems you are notified of')
    .description('Show which problems of GPUs you are notified of, or change those you specify.')
    .option(
      '--temperature <celsius>',
      'limit in °C, reached for three minutes, or off',
      orOff(wholeNumber('--temperature', 40, 120)),
    )
    .option('--ecc <on|off>', 'uncorrected memory errors', oneOf('--ecc', ['on', 'off']))
    .option(
      '--throttling <on|off>',
      'slowed down by heat or a fault',
      oneOf('--throttling', ['on', 'off']),
    )
    .option(
      '--repeat-hours <n>',
      'at most one notice of a kind and GPU in so many hours',
      wholeNumber('--repeat-hours', 1, 168),
    )
    .addHelpText(
      'after',
      examples(
        'gpus alerts settings',
        'gpus alerts settings --temperature 85 --repeat-hours 12',
        'gpus alerts settings --temperature off --ecc on',
      ),
    )
    .action((options: SettingsOptions, command: Command) => settings(open(command), options))
}

async function listAlerts(ctx: Ctx): Promise<void> {
  const { client, signal } = ctx
  const [alerts, machines] = await Promise.all([
    client.monitoring.alerts({ signal }),
    client.machines.list({ signal }),
  ])
  const names = new Map(machines.map(({ id, name }) => [id, name]))
  await printList(ctx, alerts, {
    empty: 'Your GPUs have no problems.',
    columns: [
      { title: 'MACHINE', cutTo: 24, cell: ({ machine_id: id }) => names.get(id) ?? id },
      { title: 'GPU', cutTo: 30, cell: ({ gpu_model }) => gpu_model },
      { title: 'PROBLEM', cell: ({ kind }) => ({ text: kind, tone: 'warning' }) },
      {
        title: 'VALUE',
        align: 'right',
        cell: ({ kind, value }) =>
          value === null ? '—' : kind === 'temperature' ? `${value} °C` : String(value),
      },
      { title: 'SINCE', cell: ({ since }) => formatSince(since, ctx.host.nowMs()) },
    ],
  })
}

async function settings(ctx: Ctx, options: SettingsOptions): Promise<void> {
  const { client, signal } = ctx
  const before = await client.monitoring.alertSettings({ signal })
  const change = given({
    temperature_c: options.temperature === undefined ? undefined : settingOf(options.temperature),
    ecc: options.ecc === undefined ? undefined : options.ecc === 'on',
    throttling: options.throttling === undefined ? undefined : options.throttling === 'on',
    repeat_hours: options.repeatHours,
  })
  const isRead = Object.keys(change).length === 0
  const now = isRead
    ? before
    : await client.monitoring.changeAlertSettings({ body: { ...before, ...change }, signal })
  await ctx.output.result(now, (draw) => settingsText(draw, now))
}

function settingsText(draw: Draw, now: GpuAlertSettings): string {
  const { temperature_c: limit, ecc, throttling, repeat_hours: hours } = now
  return draw.facts([
    ['Temperature', limit === null ? 'off' : `from ${limit} °C`],
    ['Memory errors', ecc ? 'on' : 'off'],
    ['Throttling', throttling ? 'on' : 'off'],
    ['Repeat', `after ${hours} ${hours === 1 ? 'hour' : 'hours'}`],
  ])
}
