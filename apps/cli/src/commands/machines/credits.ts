import type { ServiceCredit } from '@gridloom/contract/ledger/service-credit'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { findMachine } from '../../resolve/find-machine.ts'

export function addCredits(machines: Command, open: Open): void {
  machines
    .command('credits')
    .argument('<machine>', 'name, ID, or start or end of an ID')
    .summary('list what a machine paid back to renters')
    .description(
      'List the last 100 automatic credits that a machine paid back to renters, newest first. Times are UTC.',
    )
    .addHelpText('after', examples('machines credits tower', 'machines credits tower --json'))
    .action(async (wanted: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { id, name } = await findMachine(ctx, wanted)
      const list = await ctx.client.reputation.listCredits({ params: { id }, signal: ctx.signal })
      await printList(ctx, list, { empty: `${name} paid nothing back.`, columns })
    })
}

const columns: readonly ListColumn<ServiceCredit>[] = [
  { title: 'AT', cell: ({ at }) => formatTime(at) },
  { title: 'REASON', dropRank: 1, cell: ({ reason }) => reason.replaceAll('_', ' ') },
  { title: 'TEXT', cutTo: 24, cell: ({ text }) => text },
  { title: 'CREDIT', align: 'right', cell: ({ micro_usd }) => formatUsdExact(micro_usd) },
  {
    title: 'PAID',
    align: 'right',
    cell: ({ paid_micro_usd: paid }) => formatUsdExact(paid),
  },
]
