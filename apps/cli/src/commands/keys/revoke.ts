import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { chooseOne } from '../../resolve/choose-one.ts'

export function addRevokeKey(keys: Command, open: Open): void {
  keys
    .command('revoke')
    .argument('<key>', 'name, ID, or start or end of an ID')
    .summary('revoke an API key immediately')
    .description('Revoke an API key immediately. Instances created with it keep running.')
    .addHelpText('after', examples('keys revoke "build machine"'))
    .action((key: string, _options: object, command: Command) => revokeKey(open(command), key))
}

async function revokeKey(ctx: Ctx, wanted: string): Promise<void> {
  const keys = await ctx.client.keys.apiKeys({ signal: ctx.signal })
  const { id, name } = chooseOne(keys, wanted, 'API key')
  await ctx.client.keys.revokeApiKey({ params: { id }, signal: ctx.signal })
  await ctx.output.result({}, () => `Revoked ${name}.`)
}
