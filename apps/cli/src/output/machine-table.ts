import type { Machine } from '@gridloom/contract/machines/machine'
import { assertNever } from '@gridloom/domain/assert-never'
import { isHint } from '@gridloom/domain/isolation'
import { formatPerHour, formatUsdExact } from '@gridloom/domain/money-format'
import { formatMemory, formatSince, shortId } from './format.ts'
import type { Draw } from './output.ts'
import type { Tone } from './tone.ts'

/** A provider's machines, one per line, and below them the problems that prevent renting. */
export function machineTable(draw: Draw, machines: readonly Machine[], nowMs: number): string {
  const table = draw.table(
    [
      { title: 'MACHINE' },
      { title: 'NAME', cutTo: 8 },
      { title: 'STATUS' },
      { title: 'MARKET' },
      { title: 'HARDWARE', cutTo: 12, dropRank: 2 },
      { title: 'RENTED', align: 'right' },
      { title: 'PER SLOT', align: 'right' },
      { title: 'EARNED', align: 'right' },
      { title: 'LAST SEEN', align: 'right', dropRank: 1 },
    ],
    machines.map((machine) => [
      { text: shortId(machine.id), tone: 'strong' },
      machine.name,
      { text: machine.status, tone: statusTone(machine) },
      machine.listed ? 'listed' : 'unlisted',
      hardwareText(machine),
      `${machine.slots_rented}/${machine.slots_total}`,
      formatPerHour(slotPrice(machine)),
      formatUsdExact(machine.earned_micro_usd),
      formatSince(machine.last_seen_at, nowMs),
    ]),
  )
  return [table, ...machines.flatMap((machine) => problemLines(draw, machine))].join('\n')
}

function statusTone({ status }: Machine): Tone {
  switch (status) {
    case 'online':
      return 'good'
    case 'waiting':
      return 'warning'
    case 'offline':
      return 'bad'
    default:
      return assertNever(status)
  }
}

function hardwareText({ hardware }: Machine): string {
  if (hardware === null) return '—'
  const cpu = `${hardware.cpu_threads} threads, ${formatMemory(hardware.memory_mib)}`
  const [gpu] = hardware.gpus
  return gpu === undefined ? cpu : `${hardware.gpus.length} × ${gpu.model}, ${cpu}`
}

function slotPrice({ hardware, pricing }: Machine): number {
  const hasGpu = (hardware?.gpus.length ?? 0) > 0
  return hasGpu ? pricing.gpu_slot_micro_usd_per_hour : pricing.cpu_slot_micro_usd_per_hour
}

function problemLines(draw: Draw, { name, problems }: Machine): string[] {
  return problems.map((problem) => {
    const head = isHint(problem) ? `${name} (hint):` : draw.paint(`${name}:`, 'warning')
    return `${head} ${problem.text} ${problem.remedy}`
  })
}
