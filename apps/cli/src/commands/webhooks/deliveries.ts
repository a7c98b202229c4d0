import { type WebhookDelivery, WebhookDeliveryState } from '@gridloom/contract/webhooks/delivery'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { oneOf, wholeNumber } from '../../input/parse-values.ts'
import { formatTime, shortId } from '../../output/format.ts'
import type { ListColumn } from '../../output/print-list.ts'
import { findWebhook } from '../../resolve/find-webhook.ts'
import { answerWords } from './answer-words.ts'

interface DeliveriesOptions {
  state?: WebhookDeliveryState
  limit?: number
  cursor?: string
}

export function addDeliveries(webhooks: Command, open: Open): void {
  webhooks
    .command('deliveries')
    .argument('<webhook>', 'name, host, ID, or start or end of an ID')
    .summary('list deliveries and their answers')
    .description('List the deliveries of the last 30 days, newest first. Times are UTC.')
    .option(
      '--state <state>',
      'only waiting, delivered or failed ones',
      oneOf('--state', WebhookDeliveryState.options),
    )
    .option('--limit <n>', 'deliveries to show (default: 20)', wholeNumber('--limit', 1, 100))
    .option('--cursor <cursor>', 'older deliveries, from the end of the last page')
    .addHelpText('after', examples('webhooks deliveries prod --state failed'))
    .action((wanted: string, options: DeliveriesOptions, command: Command) =>
      listDeliveries(open(command), wanted, options),
    )
}

async function listDeliveries(
  ctx: Ctx,
  wanted: string,
  { limit = 20, ...filters }: DeliveriesOptions,
): Promise<void> {
  const { id } = await findWebhook(ctx, wanted)
  const query = { ...filters, limit }
  const page = await ctx.client.webhooks.deliveries({ params: { id }, query, signal: ctx.signal })
  await ctx.output.result(page, (draw) => {
    if (page.deliveries.length === 0) return 'No deliveries.'
    const rows = page.deliveries.map((one) => columns.map((column) => column.cell(one)))
    const more =
      page.next_cursor === null ? [] : [`Older deliveries: add --cursor ${page.next_cursor}`]
    return [draw.table(columns, rows), ...more].join('\n')
  })
}

const columns: readonly ListColumn<WebhookDelivery>[] = [
  { title: 'DELIVERY', cell: ({ id }) => ({ text: shortId(id), tone: 'strong' }) },
  { title: 'CREATED', cell: ({ created_at: at }) => formatTime(at) },
  { title: 'EVENT', cell: ({ event }) => event },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'ATTEMPTS', align: 'right', dropRank: 1, cell: ({ attempts }) => String(attempts) },
  { title: 'LAST ANSWER', dropRank: 2, cell: ({ last_attempt }) => answerWords(last_attempt) },
]
