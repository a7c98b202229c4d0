import { appLimits } from '@gridloom/contract/apps/app'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { readPicture } from '../shared/read-picture.ts'

interface PictureOptions {
  screenshot?: number
  remove?: boolean
}

export function addAppPicture(apps: Command, open: Open): void {
  apps
    .command('picture')
    .argument('<app>', 'name of an app that you added')
    .argument('[file]', 'PNG, JPEG or WebP, 32 to 1024 pixels a side, at most 256 KiB')
    .summary('set or remove a picture of an app')
    .description('Set the picture of an app, or one of its screenshots, or remove it.')
    .option(
      '--screenshot <n>',
      `screenshot, 1 to ${appLimits.screenshots} (without: the picture)`,
      wholeNumber('--screenshot', 1, appLimits.screenshots),
    )
    .option('--remove', 'remove it')
    .addHelpText(
      'after',
      examples(
        'operator apps picture tool icon.png',
        'operator apps picture tool start.webp --screenshot 1',
        'operator apps picture tool --screenshot 1 --remove',
      ),
    )
    .action((slug: string, file: string | undefined, options: PictureOptions, command: Command) =>
      changePicture(open(command), { slug, file }, options),
    )
}

async function changePicture(
  ctx: Ctx,
  { slug, file }: { slug: string; file: string | undefined },
  { screenshot, remove }: PictureOptions,
): Promise<void> {
  if ((file === undefined) !== (remove === true))
    throw new UsageError('Specify either a file or --remove.')
  const image = file === undefined ? null : await readPicture(ctx, file)
  const app = await ctx.client.apps.changePicture({
    params: { slug, place: screenshot ?? 0 },
    body: { image },
    signal: ctx.signal,
  })
  const what = screenshot === undefined ? 'The picture' : `Screenshot ${screenshot}`
  const done = image === null ? 'removed' : 'set'
  await ctx.output.result(app, () => `${what} of ${app.name} is ${done}.`)
}
