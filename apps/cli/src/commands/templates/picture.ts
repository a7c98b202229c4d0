import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { NotFoundError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findOwnTemplate } from '../../resolve/find-template.ts'
import { openTemplate } from '../../resolve/open-template.ts'
import { readPicture } from '../shared/read-picture.ts'
import { saveDownload } from '../shared/save-download.ts'

interface PictureOptions {
  remove?: boolean
  out?: string
  force?: boolean
}

export function addTemplatePicture(templates: Command, open: Open): void {
  templates
    .command('picture')
    .argument('<template>', 'name, ID, or start or end of an ID')
    .argument('[file]', 'PNG, JPEG or WebP, 32 to 1024 pixels a side, at most 256 KiB')
    .summary('set, remove or save the picture of a template')
    .description('Set the picture of a template of yours, remove it, or save that of any template.')
    .option('--remove', 'remove it')
    .option('-o, --out <file>', 'save it to a file; - for standard output')
    .option('--force', 'with --out: replace an existing file')
    .addHelpText(
      'after',
      examples(
        'templates picture lab lab.png',
        'templates picture lab --remove',
        'templates picture lab -o lab.png',
      ),
    )
    .action((wanted: string, file: string | undefined, options: PictureOptions, command: Command) =>
      picture(open(command), { wanted, file }, options),
    )
}

async function picture(
  ctx: Ctx,
  { wanted, file }: { wanted: string; file: string | undefined },
  { remove, out, force }: PictureOptions,
): Promise<void> {
  if ([file, remove, out].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('Specify one of a file, --remove and --out.')
  if (out !== undefined) return savePicture(ctx, wanted, { out, force })
  const image = file === undefined ? null : await readPicture(ctx, file)
  const { id } = await findOwnTemplate(ctx, wanted)
  const call = { params: { id }, body: { image }, signal: ctx.signal }
  const template = await ctx.client.templates.changeImage(call)
  const done = image === null ? 'removed' : 'set'
  await ctx.output.result(template, () => `The picture of ${template.name} is ${done}.`)
}

async function savePicture(
  ctx: Ctx,
  wanted: string,
  { out: file, force }: { out: string; force: boolean | undefined },
): Promise<void> {
  const { template } = await openTemplate(ctx, wanted)
  const hash = template.template_image?.split('/').at(-1)
  if (hash === undefined) throw new NotFoundError(`${template.name} has no picture.`)
  const download = () => ctx.client.templates.image({ params: { hash }, signal: ctx.signal })
  const bytes = await saveDownload(ctx, { file, force, download })
  if (bytes === undefined) return
  await ctx.output.result({ file, bytes }, () => `Saved ${file} (${formatBytes(bytes)}).`)
}
