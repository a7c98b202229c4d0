import type { App } from '@gridloom/contract/apps/app'
import { AppDefinition } from '@gridloom/contract/apps/app'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { usageProblem } from '../../input/usage-problem.ts'
import { type ListColumn, printList } from '../../output/print-list.ts'
import { readTextFile } from '../shared/read-text-file.ts'
import { addInspectApp } from './inspect-app.ts'
import { appColumns } from './list.ts'
import { addAppPicture } from './picture.ts'

/** Adds `operator apps`: the app store of this installation. Without a subcommand it lists all apps. */
export function addOperatorApps(operator: Command, open: Open): void {
  const apps = operator
    .command('apps')
    .summary('manage the app store')
    .description('Add, order and hide apps. Without a subcommand, lists all, hidden ones included.')
    .addHelpText(
      'after',
      examples('operator apps', 'operator apps hide minecraft', 'operator apps add tool app.json'),
    )
    .action((_options: object, command: Command) => listAll(open(command)))
  apps
    .command('list')
    .summary('list all apps')
    .description('List all apps, hidden ones included.')
    .action((_options: object, command: Command) => listAll(open(command)))
  addVisibility(apps, open)
  addDefinitions(apps, open)
  addInspectApp(apps, open)
  addAppPicture(apps, open)
  apps
    .command('order')
    .argument('<apps...>', 'names of apps')
    .summary('put apps first')
    .description('Put apps first in the app store, in this order; the others follow.')
    .addHelpText('after', examples('operator apps order open-webui comfyui'))
    .action(async (slugs: string[], _options: object, command: Command) => {
      const ctx = open(command)
      const all = await ctx.client.apps.reorder({ body: { slugs }, signal: ctx.signal })
      await printList(ctx, all, { empty: 'No apps.', columns })
    })
}

function addVisibility(apps: Command, open: Open): void {
  for (const [name, hidden] of [
    ['hide', true],
    ['show', false],
  ] as const)
    apps
      .command(name)
      .argument('<app>', 'name of an app')
      .summary(`${name} an app`)
      .description(
        hidden
          ? 'Hide an app in the app store. Its instances go on.'
          : 'Show an app in the app store again.',
      )
      .addHelpText('after', examples(`operator apps ${name} minecraft`))
      .action(async (slug: string, _options: object, command: Command) => {
        const ctx = open(command)
        const body = { hidden }
        const app = await ctx.client.apps.change({ params: { slug }, body, signal: ctx.signal })
        await ctx.output.result(app, () => `${app.name} is ${app.hidden ? 'hidden' : 'shown'}.`)
      })
}

function addDefinitions(apps: Command, open: Open): void {
  apps
    .command('add')
    .argument('<app>', 'name of the new app, in lower-case letters, digits and dashes')
    .argument('<file>', 'JSON file with its definition; - for standard input')
    .summary('add an app')
    .description('Add an app to the app store.')
    .addHelpText('after', examples('operator apps add tool app.json'))
    .action(async (slug: string, file: string, _options: object, command: Command) => {
      const ctx = open(command)
      const body = { slug, definition: await definitionIn(ctx, file) }
      await show(ctx, await ctx.client.apps.create({ body, signal: ctx.signal }))
    })
  apps
    .command('edit')
    .argument('<app>', 'name of an app that you added')
    .argument('<file>', 'JSON file with its definition; - for standard input')
    .summary('change an app')
    .description('Store another definition of an app, as its next version.')
    .addHelpText('after', examples('operator apps edit tool app.json'))
    .action(async (slug: string, file: string, _options: object, command: Command) => {
      const ctx = open(command)
      const body = { definition: await definitionIn(ctx, file) }
      await show(ctx, await ctx.client.apps.change({ params: { slug }, body, signal: ctx.signal }))
    })
  apps
    .command('delete')
    .argument('<app>', 'name of an app that you added')
    .summary('delete an app')
    .description('Delete an app that you added. Its instances go on.')
    .addHelpText('after', examples('operator apps delete tool'))
    .action(async (slug: string, _options: object, command: Command) => {
      const ctx = open(command)
      await ctx.client.apps.remove({ params: { slug }, signal: ctx.signal })
      await ctx.output.result({}, () => `Deleted ${slug}.`)
    })
}

const columns: readonly ListColumn<App | Awaited<ReturnType<typeof allApps>>[number]>[] = [
  ...appColumns,
  { title: 'SHOWN', cell: ({ hidden }) => (hidden ? 'hidden' : 'yes') },
  { title: 'BY', dropRank: 3, cell: ({ source }) => source },
]

function allApps({ client, signal }: Ctx) {
  return client.apps.listAll({ signal })
}

async function listAll(ctx: Ctx): Promise<void> {
  await printList(ctx, await allApps(ctx), { empty: 'No apps.', columns })
}

async function show(ctx: Ctx, app: App): Promise<void> {
  await ctx.output.result(app, () => `${app.name} is in the app store, version ${app.version}.`)
}

async function definitionIn(ctx: Ctx, file: string): Promise<AppDefinition> {
  const definition = AppDefinition.safeParse(parsed(await readTextFile(ctx, file)))
  if (!definition.success) throw usageProblem(definition.error)
  return definition.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError('The file is not valid JSON.', { cause })
  }
}
