import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { dashboardText } from './dashboard-text.ts'

/** Adds `dashboard`: the account at a glance. */
export function addDashboard(program: Command, open: Open): void {
  program
    .command('dashboard')
    .summary('show earnings, connected time and spending')
    .description(
      'Show what your machines earned, how long they were connected and how much they were rented, and what you spent by label. Days, weeks and months are in UTC.',
    )
    .addHelpText('after', examples('dashboard', 'dashboard --json'))
    .action((_options: object, command: Command) => showDashboard(open(command)))
}

async function showDashboard(ctx: Ctx): Promise<void> {
  const dashboard = await ctx.client.dashboard.read({ signal: ctx.signal })
  await ctx.output.result(dashboard, (draw) => dashboardText(draw, dashboard))
  if (dashboard.hosting !== null)
    ctx.output.note('What needs attention: gridloom machines, gridloom gpus')
}
