import type { Webhook } from '@gridloom/contract/webhooks/webhook'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatSince, shortId } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { webhookName } from '../../resolve/find-webhook.ts'

export function addListWebhooks(webhooks: Command, open: Open): void {
  webhooks
    .command('list')
    .summary('list your webhooks')
    .description('List your webhooks with their state, newest first.')
    .addHelpText('after', examples('webhooks list', 'webhooks list --json'))
    .action(async (_options: object, command: Command) => {
      const ctx = open(command)
      const list = await ctx.client.webhooks.list({ signal: ctx.signal })
      await printList(ctx, list, {
        empty: 'No webhooks. Create one: gridloom webhooks create <url> --event instance.ready',
        columns: columnsAt(ctx.host.nowMs()),
      })
    })
}

function columnsAt(nowMs: number): ListColumn<Webhook>[] {
  return [
    { title: 'WEBHOOK', cell: ({ id }) => shortId(id) },
    {
      title: 'NAME',
      cutTo: 30,
      cell: (webhook) => ({ text: webhookName(webhook), tone: 'strong' }),
    },
    { title: 'STATE', cell: (webhook) => stateOf(webhook) },
    {
      title: 'LAST DELIVERED',
      dropRank: 2,
      cell: ({ last_delivered_at: at }) => formatSince(at, nowMs),
    },
    { title: 'EVENTS', dropRank: 1, cutTo: 60, cell: ({ events }) => events.join(', ') },
  ]
}

function stateOf({ enabled, failing_since, disabled_reason }: Webhook): string {
  if (enabled) return failing_since === null ? 'enabled' : 'failing'
  return disabled_reason === 'by_user' ? 'disabled' : `disabled (${disabled_reason})`
}
