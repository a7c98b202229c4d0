import { WebhookDeliveryId } from '@gridloom/contract/core/ids'
import type { Webhook } from '@gridloom/contract/webhooks/webhook'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { chooseOne } from '../../resolve/choose-one.ts'
import { findWebhook } from '../../resolve/find-webhook.ts'

export function addReplay(webhooks: Command, open: Open): void {
  webhooks
    .command('replay')
    .argument('<webhook>', 'name, host, ID, or start or end of an ID')
    .argument('<delivery>', 'ID, or start or end of an ID')
    .summary('send an event again')
    .description('Send an event again, with the same webhook-id.')
    .addHelpText('after', examples('webhooks replay prod 7xyz0123'))
    .action(async (wanted: string, delivery: string, _options: object, command: Command) => {
      const ctx = open(command)
      const webhook = await findWebhook(ctx, wanted)
      const params = { id: webhook.id, delivery: await deliveryId(ctx, webhook, delivery) }
      const replayed = await ctx.client.webhooks.replay({ params, signal: ctx.signal })
      await ctx.output.result(replayed, () => `Sending ${replayed.event} again.`)
    })
}

/** Finds a delivery among the latest hundred of a webhook. */
async function deliveryId(ctx: Ctx, { id }: Webhook, wanted: string): Promise<WebhookDeliveryId> {
  const whole = WebhookDeliveryId.safeParse(wanted)
  if (whole.success) return whole.data
  const { deliveries } = await ctx.client.webhooks.deliveries({
    params: { id },
    query: { limit: 100 },
    signal: ctx.signal,
  })
  const named = deliveries.map((one) => ({ id: one.id, name: '' }))
  return chooseOne(named, wanted, 'delivery').id
}
