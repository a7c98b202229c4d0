import type { WebhookDeliveryDetails } from '@gridloom/contract/webhooks/delivery'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findWebhook } from '../../resolve/find-webhook.ts'
import { answerWords } from './answer-words.ts'

export function addTestWebhook(webhooks: Command, open: Open): void {
  webhooks
    .command('test')
    .argument('<webhook>', 'name, host, ID, or start or end of an ID')
    .summary('send a test event and show the answer')
    .description('Send a test event now, once, and show the answer of the receiver.')
    .addHelpText('after', examples('webhooks test prod'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { id } = await findWebhook(ctx, wanted)
      const delivery = await ctx.client.webhooks.test({ params: { id }, signal: ctx.signal })
      await ctx.output.result(delivery, () => answerText(delivery))
      if (delivery.state === 'failed') throw new FailedError('The test event was not delivered.')
    })
}

function answerText({ last_attempt: attempt }: WebhookDeliveryDetails): string {
  const start = attempt?.response_start ?? ''
  return [answerWords(attempt), ...(start === '' ? [] : [start])].join('\n')
}
