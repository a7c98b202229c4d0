import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'

export function addWhoami(program: Command, open: Open): void {
  program
    .command('whoami')
    .summary('show the signed-in user')
    .description('Show the signed-in user, context and server.')
    .addHelpText('after', examples('whoami', 'whoami --json'))
    .action((_options: object, command: Command) => whoami(open(command)))
}

async function whoami(ctx: Ctx): Promise<void> {
  const who = await ctx.client.accounts.details({ signal: ctx.signal })
  await ctx.output.result(who, (draw) =>
    draw.facts([
      ['Email', who.email],
      ['Name', who.username],
      ['Role', who.role],
      [
        'Beta',
        who.has_entered_referral_code
          ? 'access granted'
          : 'access code required: gridloom access CODE',
      ],
      ['Context', who.active_company?.name ?? 'personal'],
      ['Account', who.account_id],
      ['Server', ctx.serverUrl],
    ]),
  )
}
