import { ApiError } from '@gridloom/client/api-error'
import { type Instance, InterruptionSignal } from '@gridloom/contract/instances/instance'
import type { Offer } from '@gridloom/contract/market/offer'
import type { Quote } from '@gridloom/contract/market/quote'
import type { Template } from '@gridloom/contract/templates/template'
import { formatPerHour, formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import { shortId } from '../../output/format.ts'
import { templateOf } from '../../output/instance-table.ts'
import type { Draw } from '../../output/output.ts'
import { quoteText } from '../../output/quote-text.ts'
import { accessText } from '../../output/template-text.ts'
import { findOffer } from '../../resolve/find-offer.ts'
import { findReservation } from '../../resolve/find-reservation.ts'
import { findTemplate } from '../../resolve/find-template.ts'
import {
  addOrderOptions,
  automationOf,
  diskGbWithoutTemplate,
  type OrderOptions,
} from '../shared/order-options.ts'
import { collectVolume, mountsOf, type WantedVolume } from '../shared/volume-option.ts'
import { type OrderBody, placeOrder } from './place-order.ts'
import { waitForInstance, waitLimitS } from './wait-for-instance.ts'

interface RentOptions extends OrderOptions {
  volume?: WantedVolume[]
  reservation?: string
  bid?: number
  interruptionSignal?: InterruptionSignal
  yes?: boolean
  wait?: boolean
  timeout?: number
}

const roundsMax = 5

const notIsolatedText =
  "This machine is not isolated. Other users of the machine may be able to access your instance. Don't use it for sensitive data."

export function addRent(program: Command, open: Open): void {
  addOrderOptions(program.command('rent'))
    .argument('<offer>', 'offer ID or machine name')
    .summary('rent an instance')
    .description('Rent an instance on an offer. Shows the price and asks for confirmation.')
    .option(
      '--volume <name:path[:ro]>',
      'volume to attach at a path, read-only with :ro; repeat for several',
      collectVolume,
    )
    .option(
      '--reservation <reservation>',
      'reservation whose slots it takes, which cost nothing more',
    )
    .option(
      '--bid <usd>',
      'rent it interruptible: the most that a slot may cost per hour',
      (text: string) => parseUsd(text, '--bid'),
    )
    .option(
      '--interruption-signal <signal>',
      `what its main process receives 30 s before an interruption: ${InterruptionSignal.options.join(', ')}`,
      oneOf('--interruption-signal', InterruptionSignal.options),
    )
    .option('-y, --yes', 'skip the confirmation')
    .option('-w, --wait', 'wait until it is ready and show progress')
    .option('--timeout <s>', 'maximum time to wait', wholeNumber('--timeout', 1, 86_400))
    .addHelpText(
      'after',
      examples(
        'rent 8hjkmnpq',
        'rent 8hjkmnpq --template debian --disk 20 --label trial --wait',
        'rent 8hjkmnpq --template debian --budget 20 --stop-after 8h',
        'rent 8hjkmnpq --template debian --bid 0.12',
        'rent 8hjkmnpq --template debian --volume datasets:/data:ro',
        'rent tower --template debian --reservation 7gmnpqrs',
        'rent 8hjkmnpq --image python:3.13 --env MODE=fast --yes --wait --json',
      ),
    )
    .action((offer: string, options: RentOptions, command: Command) =>
      rent(open(command), offer, options),
    )
}

async function rent(ctx: Ctx, wanted: string, options: RentOptions): Promise<void> {
  requireOneSource(options)
  if (options.bid !== undefined && options.reservation !== undefined)
    throw new UsageError('Give either --bid or --reservation.')
  const offer = await findOffer(ctx, wanted)
  if (!offer.isolated) ctx.output.note(notIsolatedText)
  const template = options.image ? undefined : await findTemplate(ctx, options.template)
  if (template?.access === 'public')
    ctx.output.note(`${template.template_name} is ${accessText(template)}.`)
  const size = {
    offer_id: offer.id,
    slots: options.slots ?? 1,
    disk_gb: options.disk ?? template?.recommended_disk_gb ?? diskGbWithoutTemplate,
  }
  const reserved =
    options.reservation === undefined
      ? {}
      : { reservation_id: (await findReservation(ctx, options.reservation)).id }
  const order = {
    ...size,
    ...reserved,
    ...sourceOf(template, options),
    env: options.env,
    label: options.label,
    project: options.project,
    restart_policy: options.restartPolicy,
    automation: automationOf(options),
    volumes: await mountsOf(ctx, options.volume),
  }
  const quote = { ...size, ...reserved, template_id: template?.id }
  const instance =
    options.bid === undefined
      ? await orderAtAgreedPrice(ctx, options, { quote, order })
      : await orderByBid(ctx, options, { offer, order })
  await publish(ctx, instance, options)
}

type QuoteBody = Parameters<Ctx['client']['market']['quote']>[0]['body']

/** A bid is agreed to by giving it: its price can only be lower. */
async function orderByBid(
  ctx: Ctx,
  options: RentOptions,
  { offer, order }: { offer: Offer; order: OrderBody },
): Promise<Instance> {
  const { bid_price_micro_usd_per_hour: paid, price_micro_usd_per_hour: onDemand } = offer
  if (paid === null) throw new UsageError(`${offer.machine_name} accepts no bids.`)
  const slots = order.slots ?? 1
  const most = slots * (options.bid ?? 0) + order.disk_gb * offer.disk_gb_micro_usd_per_hour
  const text = [
    `A slot costs ${formatUsdExact(paid)}/h for bids now, and ${formatUsdExact(onDemand)}/h on demand.`,
    `With its disk, this instance costs at most ${formatUsdExact(most)}/h.`,
    'It is stopped, with a notice of 30 s, when an order at the full price or a higher bid needs its slots.',
  ].join('\n')
  await confirmPrice(ctx, options, {
    price: `at most ${formatUsdExact(most)}/h`,
    value: offer,
    text,
  })
  const { bid, interruptionSignal } = options
  return placeOrder(ctx, {
    ...order,
    bid_micro_usd_per_hour: bid,
    interruption_signal: interruptionSignal,
  })
}

/** If the user takes longer than the quote is valid, shows a new quote and asks again. */
async function orderAtAgreedPrice(
  ctx: Ctx,
  options: RentOptions,
  request: { quote: QuoteBody; order: OrderBody },
): Promise<Instance> {
  for (let round = 1; ; round += 1) {
    const quote = await ctx.client.market.quote({ body: request.quote, signal: ctx.signal })
    await agreeTo(ctx, quote, options)
    try {
      return await placeOrder(ctx, { ...request.order, quote_id: quote.id })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'quote_expired') throw error
      if (options.yes || round >= roundsMax) throw error
      ctx.output.note('The quote expired. Current price:')
    }
  }
}

function requireOneSource({ image, template, ...options }: RentOptions): void {
  if (options.interruptionSignal !== undefined && options.bid === undefined)
    throw new UsageError('--interruption-signal is for interruptible instances: give --bid too.')
  if (image && template) throw new UsageError('Use either --template or --image, not both.')
}

function sourceOf(template: Template | undefined, { image = '' }: RentOptions) {
  return template
    ? { template_id: template.id, template_version: template.version }
    : { template: { image_path_with_tag: image } }
}

function agreeTo(ctx: Ctx, quote: Quote, options: RentOptions): Promise<void> {
  const price = formatPerHour(quote.running_micro_usd_per_hour)
  return confirmPrice(ctx, options, {
    price,
    value: quote,
    text: (draw: Draw) => quoteText(draw, quote),
  })
}

interface ShownPrice {
  price: string
  value: object
  text: string | ((draw: Draw) => string)
}

async function confirmPrice(
  ctx: Ctx,
  { yes }: RentOptions,
  { price, value, text }: ShownPrice,
): Promise<void> {
  if (yes) return
  if (!ctx.host.interactive || ctx.output.format === 'json')
    throw new UsageError(`This costs ${price}. Add --yes to skip the confirmation.`)
  await ctx.output.result(value, (draw) => (typeof text === 'string' ? text : text(draw)))
  const answer = await ctx.host.prompts.confirm({ message: 'Rent this instance?' })
  if (answer === 'no') throw new CancelledError('Aborted. Nothing was rented.')
}

async function publish(ctx: Ctx, ordered: Instance, { wait, timeout }: RentOptions): Promise<void> {
  const from = ordered.template === null ? '' : ` from ${templateOf(ordered)}`
  if (wait) ctx.output.note(`Created ${ordered.id}${from}.`)
  const instance = wait
    ? await waitForInstance(ctx, ordered, { goal: 'ready', limitS: timeout ?? waitLimitS })
    : ordered
  await ctx.output.result(instance, () => {
    const short = shortId(instance.id)
    return instance.ready
      ? `${instance.id} is ready. Open a shell: gridloom shell ${short}`
      : `Created ${instance.id}${from}. Check its status: gridloom inspect ${short}`
  })
}
