import type { PreparedApp } from '@gridloom/contract/apps/prepared-app'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { findMachine } from '../../resolve/find-machine.ts'

/** Adds `prepare` and `unprepare`: apps whose images a machine has before anyone orders them. */
export function addPrepare(machines: Command, open: Open): void {
  machines
    .command('prepare')
    .argument('<machine>', 'name, ID, or start or end of an ID')
    .argument('[app]', 'name of an app')
    .summary('hold an app ready on a machine')
    .description(
      'Let a machine fetch or build the image of an app ahead of orders. Without an app, lists those that it holds ready.',
    )
    .addHelpText('after', examples('machines prepare tower', 'machines prepare tower open-webui'))
    .action((machine: string, slug: string | undefined, _options: object, command: Command) =>
      prepare(open(command), machine, slug),
    )
  machines
    .command('unprepare')
    .argument('<machine>', 'name, ID, or start or end of an ID')
    .argument('<app>', 'name of an app')
    .summary('hold an app ready no longer')
    .description('Stop keeping the image of an app ready. It stays until its disk is needed.')
    .addHelpText('after', examples('machines unprepare tower open-webui'))
    .action(async (machine: string, slug: string, _options: object, command: Command) => {
      const ctx = open(command)
      const { id, name } = await findMachine(ctx, machine)
      await ctx.client.apps.unprepare({ params: { id, slug }, signal: ctx.signal })
      await ctx.output.result({}, () => `${name} no longer holds ${slug} ready.`)
    })
}

async function prepare(ctx: Ctx, wanted: string, slug: string | undefined): Promise<void> {
  const { id, name } = await findMachine(ctx, wanted)
  const { signal } = ctx
  if (slug === undefined) {
    const apps = await ctx.client.apps.listPrepared({ params: { id }, signal })
    const empty = `${name} holds no app ready. Choose one: gridloom machines prepare ${name} APP`
    return printList(ctx, apps, { empty, columns })
  }
  const app = await ctx.client.apps.prepare({ params: { id, slug }, signal })
  await ctx.output.result(app, () => `${name}: ${app.name} is ${app.state}.`)
}

const columns: readonly ListColumn<PreparedApp>[] = [
  { title: 'APP', cell: ({ slug }) => ({ text: slug, tone: 'strong' }) },
  { title: 'STATE', cell: ({ state }) => state },
  {
    title: 'PROGRESS',
    cutTo: 30,
    cell: ({ progress, problem }) => problem ?? progress?.text ?? '—',
  },
  { title: 'IMAGE', cutTo: 20, dropRank: 1, cell: ({ image }) => image },
]
