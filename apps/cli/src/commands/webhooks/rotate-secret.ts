import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { findWebhook } from '../../resolve/find-webhook.ts'

export function addRotateSecret(webhooks: Command, open: Open): void {
  webhooks
    .command('rotate-secret')
    .argument('<webhook>', 'name, host, ID, or start or end of an ID')
    .summary('replace the signing secret')
    .description(
      'Create a new signing secret, which is shown only once. For 24 hours deliveries are signed with the previous one as well.',
    )
    .addHelpText('after', examples('webhooks rotate-secret prod'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { id } = await findWebhook(ctx, wanted)
      const rotated = await ctx.client.webhooks.rotateSecret({
        params: { id },
        signal: ctx.signal,
      })
      ctx.output.note("Save this signing secret now. You won't be able to see it again:")
      await ctx.output.result(rotated, () => rotated.secret)
    })
}
