import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { keyTable } from '../../output/key-table.ts'

export function addListKeys(keys: Command, open: Open): void {
  keys
    .command('list')
    .summary('list your API keys')
    .description('List your API keys with the amount spent on each, newest first.')
    .addHelpText('after', examples('keys list', 'keys list --json'))
    .action((_options: object, command: Command) => listKeys(open(command)))
}

async function listKeys(ctx: Ctx): Promise<void> {
  const keys = await ctx.client.keys.apiKeys({ signal: ctx.signal })
  await ctx.output.result(keys, (draw) =>
    keys.length === 0
      ? 'No API keys. Create one: gridloom keys create NAME --scope market:read'
      : keyTable(draw, keys, ctx.host.nowMs()),
  )
}
