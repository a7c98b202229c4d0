import type { Pricing } from '@gridloom/contract/machines/machine'
import { formatPerHour } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { findMachine } from '../../resolve/find-machine.ts'

interface PriceOptions {
  gpuSlot?: number
  cpuSlot?: number
  memoryGib?: number
  diskGb?: number
  stoppedDiskGb?: number
  cpuSlots?: number
  minBid?: number
  /** `false`: no bids are accepted any more; the parser makes it `true` otherwise. */
  bids?: boolean
}

const usd = (name: string) => (text: string) => parseUsd(text, name)

export function addPrice(machines: Command, open: Open): void {
  machines
    .command('price')
    .argument('<machine>', 'name, ID, or start or end of an ID')
    .summary("show or set a machine's prices")
    .description(
      'Show or set the prices of a machine in US dollars per hour. Omitted prices stay unchanged. ' +
        'Running instances keep their price.',
    )
    .option('--gpu-slot <usd>', 'price of one GPU with its share of the machine', usd('--gpu-slot'))
    .option('--cpu-slot <usd>', 'price of one share of the CPUs', usd('--cpu-slot'))
    .option('--memory-gib <usd>', 'price per GiB of memory', usd('--memory-gib'))
    .option('--disk-gb <usd>', 'price per GB of disk while running', usd('--disk-gb'))
    .option(
      '--stopped-disk-gb <usd>',
      'price per GB of disk while stopped',
      usd('--stopped-disk-gb'),
    )
    .option('--cpu-slots <n>', 'number of CPU slots', wholeNumber('--cpu-slots', 1, 256))
    .option(
      '--min-bid <usd>',
      'accept bids for interruptible instances, from this price of a slot with its memory',
      usd('--min-bid'),
    )
    .option('--no-bids', 'accept no bids any more')
    .addHelpText(
      'after',
      examples(
        'machines price tower',
        'machines price tower --min-bid 0.01',
        'machines price tower --cpu-slot 0.02 --disk-gb 0.0001',
      ),
    )
    .action((machine: string, options: PriceOptions, command: Command) =>
      price(open(command), machine, options),
    )
}

async function price(ctx: Ctx, wanted: string, options: PriceOptions): Promise<void> {
  if (options.minBid !== undefined && options.bids === false)
    throw new UsageError('Use either --min-bid or --no-bids, not both.')
  const before = await findMachine(ctx, wanted)
  const { bids: accepts, ...prices } = options
  const machine =
    Object.keys(prices).length === 0 && accepts !== false
      ? before
      : await ctx.client.machines.change({
          params: { id: before.id },
          body: {
            pricing: changed(before.pricing, options),
            cpu_slots: options.cpuSlots,
            min_bid_micro_usd_per_hour: options.bids === false ? null : options.minBid,
          },
          signal: ctx.signal,
        })
  const { pricing, min_bid_micro_usd_per_hour: bid } = machine
  await ctx.output.result(machine, (draw) =>
    draw.facts([
      ['GPU slot', formatPerHour(pricing.gpu_slot_micro_usd_per_hour)],
      ['CPU slot', formatPerHour(pricing.cpu_slot_micro_usd_per_hour)],
      ['GiB of memory', formatPerHour(pricing.memory_gib_micro_usd_per_hour)],
      ['GB of disk', formatPerHour(pricing.disk_gb_micro_usd_per_hour)],
      ['GB of disk, stopped', formatPerHour(pricing.stopped_disk_gb_micro_usd_per_hour)],
      ['CPU slots', String(machine.cpu_slots)],
      ['Lowest bid', bid === null ? 'no bids' : formatPerHour(bid)],
    ]),
  )
}

function changed(pricing: Pricing, options: PriceOptions): Pricing {
  return {
    gpu_slot_micro_usd_per_hour: options.gpuSlot ?? pricing.gpu_slot_micro_usd_per_hour,
    cpu_slot_micro_usd_per_hour: options.cpuSlot ?? pricing.cpu_slot_micro_usd_per_hour,
    memory_gib_micro_usd_per_hour: options.memoryGib ?? pricing.memory_gib_micro_usd_per_hour,
    disk_gb_micro_usd_per_hour: options.diskGb ?? pricing.disk_gb_micro_usd_per_hour,
    stopped_disk_gb_micro_usd_per_hour:
      options.stoppedDiskGb ?? pricing.stopped_disk_gb_micro_usd_per_hour,
  }
}
