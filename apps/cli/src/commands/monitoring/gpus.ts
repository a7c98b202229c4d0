import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { printList } from '../../output/print-list.ts'
import { addGpuAlerts } from './gpu-alerts.ts'
import { marketColumns, ownColumns, ownRows } from './gpu-columns.ts'
import { addGpuHistory } from './gpu-history.ts'

interface GpusOptions {
  market?: boolean
}

/** Adds `gpus`: the sensors of one's own GPUs, and the models on the market. */
export function addGpus(program: Command, open: Open): void {
  const gpus = program
    .command('gpus')
    .summary('show your GPUs with their sensors, or all models on the market')
    .description(
      'Show the GPUs of your machines with temperature, power, load, memory, clocks and alerts. With --market, show every model on the market with prices now; that needs no account.',
    )
    .option('--market', 'show the models on the market')
    .addHelpText(
      'after',
      examples(
        'gpus',
        'gpus --market --json',
        'gpus history tower --gpu 0 --span month',
        'gpus alerts settings --temperature 85',
      ),
    )
    .action((options: GpusOptions, command: Command) =>
      options.market === true ? showMarket(open(command)) : showOwn(open(command)),
    )
  addGpuHistory(gpus, open)
  addGpuAlerts(gpus, open)
}

async function showOwn(ctx: Ctx): Promise<void> {
  const { client, signal } = ctx
  const [machines, alerts] = await Promise.all([
    client.machines.list({ signal }),
    client.monitoring.alerts({ signal }),
  ])
  await printList(ctx, ownRows(machines, alerts), {
    empty: 'None of your machines has a GPU. All models on the market: gridloom gpus --market',
    columns: ownColumns,
  })
}

async function showMarket(ctx: Ctx): Promise<void> {
  const { models } = await ctx.client.statistics.gpuModels({ signal: ctx.signal })
  await printList(ctx, models, {
    empty: 'No GPU is on the market right now.',
    columns: marketColumns,
  })
}
