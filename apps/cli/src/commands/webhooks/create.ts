import type { WebhookEventKind } from '@gridloom/contract/webhooks/events'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { collectEvent, eventLines } from './event-option.ts'

interface CreateOptions {
  event?: WebhookEventKind[]
  name?: string
}

export function addCreateWebhook(webhooks: Command, open: Open): void {
  webhooks
    .command('create')
    .argument('<url>', 'public http or https address')
    .summary('create a webhook')
    .description('Create a webhook. Its signing secret is shown only once.')
    .option('--event <kind>', 'event to send; repeat for several (listed below)', collectEvent)
    .option('--name <name>', 'name (default: the host of the URL)')
    .addHelpText('after', `\nEvents:\n${eventLines()}`)
    .addHelpText(
      'after',
      examples('webhooks create https://example.com/hooks --event instance.ready --name prod'),
    )
    .action((url: string, options: CreateOptions, command: Command) =>
      createWebhook(open(command), url, options),
    )
}

async function createWebhook(ctx: Ctx, url: string, options: CreateOptions): Promise<void> {
  const { event: events = [], name = '' } = options
  if (events.length === 0)
    throw new UsageError('Specify at least one event, for example --event instance.ready')
  const body = { url, name, events }
  const created = await ctx.client.webhooks.create({ body, signal: ctx.signal })
  ctx.output.note("Save this signing secret now. You won't be able to see it again:")
  await ctx.output.result(created, () => created.secret)
}
