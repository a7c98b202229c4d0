import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatDuration } from '../../output/format.ts'

export function addToken(machines: Command, open: Open): void {
  machines
    .command('token')
    .summary('the command that adds a machine')
    .description('The one command to run on a machine to add it. It is good once, for ten minutes.')
    .addHelpText('after', examples('machines token', 'machines token --json'))
    .action((_options: object, command: Command) => showToken(open(command)))
}

async function showToken(ctx: Ctx): Promise<void> {
  const token = await ctx.client.machines.createEnrolmentToken({ signal: ctx.signal })
  const leftS = (Date.parse(token.expires_at) - ctx.host.nowMs()) / 1000
  ctx.output.note(`Run this on the machine within ${formatDuration(leftS)}; it works once:`)
  await ctx.output.result(token, () => token.command)
}
