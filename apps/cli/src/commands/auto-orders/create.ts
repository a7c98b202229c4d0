import type { AutoOrderPreview } from '@gridloom/contract/auto-orders/auto-order'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { shortId } from '../../output/format.ts'
import { findTemplate } from '../../resolve/find-template.ts'
import { refuseUnreadable } from '../market/searches.ts'
import {
  addOrderOptions,
  automationOf,
  diskGbWithoutTemplate,
  type OrderOptions,
} from '../shared/order-options.ts'
import { addLimitOptions, endDateOf, type LimitOptions } from './limit-options.ts'

interface CreateOptions extends OrderOptions, LimitOptions {
  yes?: boolean
}

export function addCreateAutoOrder(autoOrders: Command, open: Open): void {
  const command = autoOrders
    .command('create')
    .argument('<name>', 'a name for it')
    .summary('rent offers that match a query')
    .description(
      'Rent an instance when an offer matches a query at your price or below. An offer that matches already is rented at once.',
    )
  addOrderOptions(addLimitOptions(command))
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText(
      'after',
      examples(
        'auto-orders create cheap-4090 --query "gpu:4090 region:EU" --max-price 0.30 --template debian',
        'auto-orders create farm --query gpu:4090 --max-price 0.25 --count 5 --running 2 --total-budget 50 --until 3d --template debian --yes',
      ),
    )
    .action((name: string, options: CreateOptions, own: Command) =>
      create(open(own), name, options),
    )
}

async function create(ctx: Ctx, name: string, options: CreateOptions): Promise<void> {
  const { query, maxPrice } = options
  if (query === undefined || maxPrice === undefined)
    throw new UsageError('Give --query and --max-price.')
  if (options.image && options.template)
    throw new UsageError('Use either --template or --image, not both.')
  refuseUnreadable(query)
  const order = await orderOf(ctx, options)
  const preview = await ctx.client.autoOrders.preview({
    query: {
      ...{ query, slots: order.slots, disk_gb: order.disk_gb },
      max_price_micro_usd_per_hour: maxPrice,
    },
    signal: ctx.signal,
  })
  await agreeTo(ctx, preview, options)
  const made = await ctx.client.autoOrders.create({
    body: {
      ...{ name, query, order, max_price_micro_usd_per_hour: maxPrice },
      ...{ instances_max: options.count, running_max: options.running },
      budget_micro_usd: options.totalBudget,
      ends_at: endDateOf(options.until, ctx.host.nowMs()),
    },
    signal: ctx.signal,
  })
  await ctx.output.result(
    made,
    () => `Created ${made.name}. Check it: gridloom auto-orders show ${shortId(made.id)}`,
  )
}

async function orderOf(ctx: Ctx, options: CreateOptions) {
  const { image = '', env, label, project, restartPolicy } = options
  const template = image === '' ? await findTemplate(ctx, options.template) : undefined
  return {
    slots: options.slots ?? 1,
    disk_gb: options.disk ?? template?.recommended_disk_gb ?? diskGbWithoutTemplate,
    ...(template
      ? { template_id: template.id, template_version: template.version }
      : { template: { image_path_with_tag: image } }),
    ...{ env, label, project, restart_policy: restartPolicy },
    automation: automationOf(options),
  }
}

async function agreeTo(
  ctx: Ctx,
  preview: AutoOrderPreview,
  { yes, maxPrice = 0, count = 1 }: CreateOptions,
): Promise<void> {
  if (yes) return
  const text = `${previewText(preview)} Up to ${count === 1 ? 'one instance' : `${count} instances`} of at most ${formatUsdExact(maxPrice)}/h will be rented without asking again.`
  if (!ctx.host.interactive || ctx.output.format === 'json')
    throw new UsageError(`${text} Add --yes to skip the confirmation.`)
  await ctx.output.result(preview, () => text)
  if ((await ctx.host.prompts.confirm({ message: 'Create the automatic order?' })) === 'no')
    throw new CancelledError('Aborted. Nothing was created.')
}

function previewText({ matches, cheapest_micro_usd_per_hour, rents_now }: AutoOrderPreview) {
  if (cheapest_micro_usd_per_hour === null) return 'No free offer matches now.'
  const price = `${formatUsdExact(cheapest_micro_usd_per_hour)}/h`
  const found = matches === 1 ? '1 offer matches now' : `${matches} offers match now`
  return rents_now
    ? `${found}; the cheapest costs ${price} and will be rented at once.`
    : `${found}; the cheapest costs ${price}.`
}
