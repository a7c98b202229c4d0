import type { WebhookEventKind } from '@gridloom/contract/webhooks/events'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findWebhook, webhookName } from '../../resolve/find-webhook.ts'
import { collectEvent, eventLines } from './event-option.ts'

interface ChangeOptions {
  url?: string
  name?: string
  event?: WebhookEventKind[]
  enable?: boolean
  disable?: boolean
}

export function addChangeWebhook(webhooks: Command, open: Open): void {
  webhooks
    .command('change')
    .argument('<webhook>', 'name, host, ID, or start or end of an ID')
    .summary('change, disable or enable a webhook')
    .description('Change a webhook. Options that are left out stay as they are.')
    .option('--url <url>', 'new address')
    .option('--name <name>', 'new name')
    .option('--event <kind>', 'events to send from now on; repeat for several', collectEvent)
    .option('--enable', 'send events again')
    .option('--disable', 'send no events; those that wait fail')
    .addHelpText('after', `\nEvents:\n${eventLines()}`)
    .addHelpText('after', examples('webhooks change prod --disable'))
    .action((wanted: string, options: ChangeOptions, command: Command) =>
      changeWebhook(open(command), wanted, options),
    )
}

async function changeWebhook(ctx: Ctx, wanted: string, options: ChangeOptions): Promise<void> {
  const body = bodyOf(options)
  const { id } = await findWebhook(ctx, wanted)
  const changed = await ctx.client.webhooks.change({ params: { id }, body, signal: ctx.signal })
  const state = changed.enabled ? 'enabled' : 'disabled'
  await ctx.output.result(changed, () => `Changed ${webhookName(changed)}, which is ${state}.`)
}

function bodyOf({ url, name, event, enable, disable }: ChangeOptions) {
  if (enable && disable) throw new UsageError('Specify either --enable or --disable')
  const body = {
    ...(url === undefined ? {} : { url }),
    ...(name === undefined ? {} : { name }),
    ...(event === undefined ? {} : { events: event }),
    ...(enable || disable ? { enabled: enable === true } : {}),
  }
  if (Object.keys(body).length === 0) throw new UsageError('Specify what to change, such as --url')
  return body
}
