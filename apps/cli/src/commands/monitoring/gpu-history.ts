import type { Machine } from '@gridloom/contract/machines/machine'
import {
  type HistoryPoint,
  HistorySpan,
  type SensorRange,
} from '@gridloom/contract/monitoring/history'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { NotFoundError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { oneOf } from '../../input/parse-values.ts'
import { formatTime, oneDigit } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'
import type { ListColumn } from '../../output/print-list.ts'
import { findMachine } from '../../resolve/find-machine.ts'

interface HistoryOptions {
  gpu?: string
  span: HistorySpan
}

/** Adds `gpus history`: load and sensors of a machine or of one of its GPUs. */
export function addGpuHistory(gpus: Command, open: Open): void {
  gpus
    .command('history')
    .argument('<machine>', 'name, ID, or start or end of an ID')
    .summary('show the load and sensors of a machine over time')
    .description(
      'Show the load of a machine, or the sensors of one of its GPUs: each minute of the last hour, or each hour of the last 30 days as average / maximum. Times are UTC.',
    )
    .option('--gpu <gpu>', 'number or ID of a GPU (without: CPUs and main memory)')
    .option('--span <span>', 'hour or month', oneOf('--span', HistorySpan.options), 'hour')
    .addHelpText(
      'after',
      examples(
        'gpus history tower',
        'gpus history tower --gpu 0 --span month',
        'gpus history tower --gpu 0 --json',
      ),
    )
    .action((machine: string, options: HistoryOptions, command: Command) =>
      showHistory(open(command), machine, options),
    )
}

async function showHistory(ctx: Ctx, wanted: string, options: HistoryOptions): Promise<void> {
  const { span } = options
  const machine = await findMachine(ctx, wanted)
  const gpu = options.gpu === undefined ? undefined : gpuIdOf(machine, options.gpu)
  const history = await ctx.client.monitoring.history({
    params: { id: machine.id },
    query: { span, ...(gpu === undefined ? {} : { gpu }) },
    signal: ctx.signal,
  })
  const columns = gpu === undefined ? machineColumns(span) : gpuColumns(span)
  await ctx.output.result(history, (draw) => historyText(draw, history.points, columns))
}

function gpuIdOf({ name, hardware }: Machine, wanted: string): string {
  const gpus = hardware?.gpus ?? []
  const gpu = gpus.find(({ index, uuid }) => uuid === wanted || String(index) === wanted)
  if (gpu !== undefined) return gpu.uuid
  const known = gpus.map(({ index, model }) => `\n  ${index}  ${model}`).join('')
  throw new NotFoundError(`${name} has no GPU ${wanted}.${known === '' ? '' : ` Known:${known}`}`)
}

function historyText(
  draw: Draw,
  points: readonly HistoryPoint[],
  columns: readonly ListColumn<HistoryPoint>[],
): string {
  if (points.length === 0) return 'Nothing was reported in this time.'
  return draw.table(
    columns,
    points.map((point) => columns.map((column) => column.cell(point))),
  )
}

const time: ListColumn<HistoryPoint> = { title: 'TIME', cell: ({ at }) => formatTime(at) }

function machineColumns(span: HistorySpan): ListColumn<HistoryPoint>[] {
  return [
    time,
    sensor('CPU', (point) => rangeText(point.cpu_percent, span, '%')),
    sensor('MEMORY', (point) => rangeText(point.memory_used_mib, span, 'MiB')),
  ]
}

function gpuColumns(span: HistorySpan): ListColumn<HistoryPoint>[] {
  return [
    time,
    sensor('LOAD', (point) => rangeText(point.utilization_percent, span, '%')),
    sensor('TEMP', (point) => rangeText(point.temperature_c, span, '°C')),
    sensor('POWER', (point) => rangeText(point.power_w, span, 'W')),
    sensor('MEMORY', (point) => rangeText(point.memory_used_mib, span, 'MiB')),
    { ...sensor('CLOCK', (point) => rangeText(point.sm_clock_mhz, span, 'MHz')), dropRank: 2 },
    { ...sensor('FAN', (point) => rangeText(point.fan_percent, span, '%')), dropRank: 3 },
    {
      ...sensor('SLOWED', ({ throttled_percent: share }) =>
        share === null ? '—' : `${oneDigit(share)} %`,
      ),
      dropRank: 1,
    },
    {
      ...sensor('ECC', ({ ecc_errors: errors }) => (errors === null ? '—' : String(errors))),
      dropRank: 4,
    },
  ]
}

function sensor(title: string, cell: (point: HistoryPoint) => string): ListColumn<HistoryPoint> {
  return { title, align: 'right', cell }
}

/** The value of a minute, or average and maximum of an hour. */
function rangeText(range: SensorRange | null, span: HistorySpan, unit: string): string {
  if (range === null) return '—'
  const average = range.avg.toFixed(0)
  return span === 'hour' ? `${average} ${unit}` : `${average} / ${range.max.toFixed(0)} ${unit}`
}
