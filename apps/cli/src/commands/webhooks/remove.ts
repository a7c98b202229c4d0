import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findWebhook, webhookName } from '../../resolve/find-webhook.ts'

export function addRemoveWebhook(webhooks: Command, open: Open): void {
  webhooks
    .command('remove')
    .argument('<webhook>', 'name, host, ID, or start or end of an ID')
    .summary('delete a webhook')
    .description('Delete a webhook with its deliveries. Nothing more is sent to it.')
    .addHelpText('after', examples('webhooks remove prod'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const webhook = await findWebhook(ctx, wanted)
      await ctx.client.webhooks.remove({ params: { id: webhook.id }, signal: ctx.signal })
      await ctx.output.result({}, () => `Deleted ${webhookName(webhook)}.`)
    })
}
