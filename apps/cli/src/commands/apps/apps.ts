import type { Command } from 'commander'
import type { Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { addLaunchApp } from './launch.ts'
import { addListApps, listApps } from './list.ts'
import { addQuoteApp } from './quote.ts'
import { addShowApp } from './show.ts'

/** Adds `apps`; without a subcommand it lists the apps of the app store. */
export function addApps(program: Command, open: Open): void {
  const apps = program
    .command('apps')
    .summary('list and launch apps')
    .description(
      'Apps are programs that start with one command, on the best machine. Without a subcommand, lists them.',
    )
    .addHelpText(
      'after',
      examples('apps', 'apps show open-webui', 'apps launch web-page --set TITLE=Hello --wait'),
    )
    .action((_options: object, command: Command) => listApps(open(command)))
  for (const add of [addListApps, addShowApp, addQuoteApp, addLaunchApp]) add(apps, open)
}
