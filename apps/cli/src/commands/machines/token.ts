import { formatDuration } from '@gridloom/domain/format-duration'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'

export function addToken(machines: Command, open: Open): void {
  machines
    .command('token')
    .summary('show the command that adds a machine')
    .description(
      'Show the command to run on a machine to add it. It can be used once and expires in 10 minutes.',
    )
    .addHelpText('after', examples('machines token', 'machines token --json'))
    .action((_options: object, command: Command) => showToken(open(command)))
}

async function showToken(ctx: Ctx): Promise<void> {
  const token = await ctx.client.machines.createEnrolmentToken({ signal: ctx.signal })
  const leftS = (Date.parse(token.expires_at) - ctx.host.nowMs()) / 1000
  ctx.output.note(
    `Run this command on the machine within ${formatDuration(leftS)}. It can be used once:`,
  )
  await ctx.output.result(token, () => token.command)
}
