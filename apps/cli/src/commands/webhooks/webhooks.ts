import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addChangeWebhook } from './change.ts'
import { addCreateWebhook } from './create.ts'
import { addDeliveries } from './deliveries.ts'
import { addListWebhooks } from './list.ts'
import { addRemoveWebhook } from './remove.ts'
import { addReplay } from './replay.ts'
import { addRotateSecret } from './rotate-secret.ts'
import { addTestWebhook } from './test-webhook.ts'

/** Adds `webhooks`: events of the account, sent to a URL. */
export function addWebhooks(program: Command, open: Open): void {
  const webhooks = program
    .command('webhooks')
    .summary('send events to a URL of yours')
    .description(
      'Send events of your account to a URL, signed as Standard Webhooks specifies. For a company, run "gridloom company use" first.',
    )
    .addHelpText(
      'after',
      examples(
        'webhooks create https://example.com/hooks --event instance.ready --event instance.failed',
        'webhooks test example.com',
        'webhooks deliveries example.com',
      ),
    )
  const adders = [
    addListWebhooks,
    addCreateWebhook,
    addChangeWebhook,
    addRotateSecret,
    addRemoveWebhook,
    addTestWebhook,
    addDeliveries,
    addReplay,
  ]
  for (const add of adders) add(webhooks, open)
}
