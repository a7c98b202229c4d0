import { clusterLimits } from '@gridloom/contract/clusters/network'
import type { OfferId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import { formatPerHour } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { collectEnv, wholeNumber } from '../../input/parse-values.ts'
import { findOffer } from '../../resolve/find-offer.ts'
import { findTemplate } from '../../resolve/find-template.ts'
import { addSizeOptions, diskGbWithoutTemplate, type SizeOptions } from '../shared/order-options.ts'
import { nodesOf } from './nodes-of.ts'
import { untilStarted } from './until-started.ts'

interface CreateOptions extends SizeOptions {
  image?: string
  startScript?: string
  env?: Record<string, string>
  startMinutes?: number
  yes?: boolean
  wait?: boolean
}

const { startMinutesMin, startMinutesMax } = clusterLimits

export function addCreateCluster(clusters: Command, open: Open): void {
  addSizeOptions(clusters.command('create'))
    .argument('<name>', 'name of the cluster, which its nodes are named after')
    .argument('<offers...>', 'offers or machine names, each with a number of nodes: 8hjkmnpq:2')
    .summary('order a cluster')
    .description(
      'Order instances with one private network, all of them or none. Shows the price and asks for confirmation.',
    )
    .option('--image <image>', 'container image to run instead of a template')
    .option('--start-script <text>', 'with --image: script that each node runs when it starts')
    .option('--env <name=value>', 'environment variable; repeat for several', collectEnv)
    .option(
      '--start-minutes <n>',
      'how long all nodes may take to start; then all are destroyed (default: 15)',
      wholeNumber('--start-minutes', startMinutesMin, startMinutesMax),
    )
    .option('-y, --yes', 'skip the confirmation')
    .option('-w, --wait', 'wait until all nodes are ready')
    .addHelpText(
      'after',
      examples(
        'clusters create train 8hjkmnpq:2 --template debian --wait',
        'clusters create train 8hjkmnpq:2 9abcdefg --image python:3.13 --disk 50 --yes',
      ),
    )
    .action((name: string, offers: string[], options: CreateOptions, command: Command) =>
      create(open(command), { name, offers, options }),
    )
}

interface Wanted {
  name: string
  offers: readonly string[]
  options: CreateOptions
}

async function create(ctx: Ctx, { name, offers, options }: Wanted): Promise<void> {
  const { image, template: templateName, slots = 1, startScript } = options
  if (image && templateName) throw new UsageError('Use either --template or --image, not both.')
  if (startScript !== undefined && !image) throw new UsageError('--start-script needs --image.')
  const nodes: Offer[] = []
  for (const { offer: wanted, count } of nodesOf(offers)) {
    const offer = await findOffer(ctx, wanted)
    for (let node = 0; node < count; node += 1) nodes.push(offer)
  }
  const template = image ? undefined : await findTemplate(ctx, templateName)
  const diskGb = options.disk ?? template?.recommended_disk_gb ?? diskGbWithoutTemplate
  const price = await priceOf(ctx, nodes, { slots, disk_gb: diskGb })
  await agreeTo(ctx, { price, nodes: nodes.length, yes: options.yes })
  const created = await ctx.client.clusters.create({
    body: {
      name,
      nodes: nodes.map(({ id }) => ({ offer_id: id })),
      ...{ slots, disk_gb: diskGb, env: options.env, start_minutes: options.startMinutes },
      running_micro_usd_per_hour_max: price,
      ...(template === undefined
        ? { template: { image_path_with_tag: image ?? '', on_start_script: startScript } }
        : { template_id: template.id }),
    },
    signal: ctx.signal,
  })
  const cluster = options.wait ? await untilStarted(ctx, created) : created
  await ctx.output.result(cluster, () =>
    cluster.state === 'starting'
      ? `Created ${name}. Check its nodes: gridloom clusters show ${name}`
      : `${name} is ready. Open a shell on its first node: gridloom shell ${name}-0`,
  )
}

/** The price of all nodes together: those of one offer cost the same. */
async function priceOf(
  ctx: Ctx,
  nodes: readonly Offer[],
  size: { slots: number; disk_gb: number },
): Promise<number> {
  const prices = new Map<OfferId, number>()
  for (const { id } of nodes) {
    if (prices.has(id)) continue
    const body = { offer_id: id, ...size }
    const quote = await ctx.client.market.quote({ body, signal: ctx.signal })
    prices.set(id, quote.running_micro_usd_per_hour)
  }
  return nodes.reduce((sum, { id }) => sum + (prices.get(id) ?? 0), 0)
}

async function agreeTo(
  ctx: Ctx,
  { price, nodes, yes }: { price: number; nodes: number; yes: boolean | undefined },
): Promise<void> {
  if (yes) return
  const shown = `${nodes} nodes cost ${formatPerHour(price)}`
  if (!ctx.host.interactive || ctx.output.format === 'json')
    throw new UsageError(`${shown}. Add --yes to skip the confirmation.`)
  const answer = await ctx.host.prompts.confirm({ message: `${shown}. Create the cluster?` })
  if (answer === 'no') throw new CancelledError('Aborted. Nothing was rented.')
}
