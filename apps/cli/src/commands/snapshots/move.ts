import { pause } from '@gridloom/async/pause'
import { limits } from '@gridloom/contract/core/constants'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { InstanceMove } from '@gridloom/contract/snapshots/snapshot'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { FailedError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { findOffer } from '../../resolve/find-offer.ts'
import { agreeToPrice } from '../shared/agree-to-price.ts'

interface MoveOptions {
  disk?: number
  slots?: number
  cancel?: boolean
  yes?: boolean
  wait?: boolean
}

const lookEveryMs = 500

/** Adds `move`: an instance goes to another machine. */
export function addMove(program: Command, open: Open): void {
  program
    .command('move')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .argument('[offer]', 'offer ID or machine name to move to')
    .summary('move an instance to another machine')
    .description(
      'Stop an instance, and start it on another machine with its disk, label, settings and port addresses. If anything fails, it stays where it is.',
    )
    .option(
      '--disk <gb>',
      'disk size (default: as now)',
      wholeNumber('--disk', limits.diskGbMin, limits.diskGbMax),
    )
    .option(
      '--slots <n>',
      'number of slots (default: as now)',
      wholeNumber('--slots', 1, limits.slotsPerInstance),
    )
    .option('--cancel', 'cancel a move that is under way')
    .option('-y, --yes', 'skip the confirmation')
    .option('-w, --wait', 'wait until it is ready there')
    .addHelpText('after', examples('move trial 8hjkmnpq --wait', 'move trial --cancel'))
    .action((wanted: string, offer: string | undefined, options: MoveOptions, command: Command) =>
      move(open(command), { wanted, offer, options }),
    )
}

async function move(
  ctx: Ctx,
  { wanted, offer, options }: { wanted: string; offer: string | undefined; options: MoveOptions },
): Promise<void> {
  const instance = await findInstance(ctx, wanted)
  const begun = options.cancel
    ? await ctx.client.snapshots.cancelMove({ params: { id: instance.id }, signal: ctx.signal })
    : await begin(ctx, instance, { offer, options })
  const ended = options.wait && !options.cancel ? await untilEnded(ctx, begun) : begun
  await ctx.output.result(ended, () => {
    if (options.cancel) return `Cancelled. ${instance.label} stays on its machine.`
    return ended.state === 'done'
      ? `Moved ${instance.label}. It is now ${ended.new_instance_id}.`
      : `Moving ${instance.label}. It will be ${ended.new_instance_id}.`
  })
}

async function begin(
  ctx: Ctx,
  instance: Instance,
  { offer, options }: { offer: string | undefined; options: MoveOptions },
): Promise<InstanceMove> {
  if (offer === undefined) throw new UsageError('Name the offer or the machine to move to.')
  const { id: offer_id } = await findOffer(ctx, offer)
  const { disk = instance.disk_gb, slots = instance.slots } = options
  const size = { offer_id, slots, disk_gb: disk }
  const quote = await ctx.client.market.quote({ body: size, signal: ctx.signal })
  ctx.output.note(`Cost so far: ${formatUsd(instance.cost_micro_usd)}.`)
  await agreeToPrice(ctx, quote, { yes: options.yes, message: `Stop and move ${instance.label}?` })
  return ctx.client.snapshots.move({
    params: { id: instance.id },
    body: { ...size, quote_id: quote.id },
    signal: ctx.signal,
  })
}

async function untilEnded(ctx: Ctx, begun: InstanceMove): Promise<InstanceMove> {
  for (;;) {
    const params = { id: begun.new_instance_id }
    const move = await ctx.client.snapshots.readMove({ params, signal: ctx.signal })
    if (move?.state === 'done') return move
    if (move === null || move.state === 'failed')
      throw new FailedError(`It was not moved (${move?.failure ?? 'gone'}) and is where it was.`)
    ctx.output.progress(move.state)
    await pause(ctx.host.clock, lookEveryMs, ctx.signal)
  }
}
