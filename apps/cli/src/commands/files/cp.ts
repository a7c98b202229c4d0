import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findInstance } from '../../resolve/find-instance.ts'
import { copyIn } from './copy-in.ts'
import { copyOut } from './copy-out.ts'
import { readPlace } from './place.ts'

interface CopyOptions {
  recursive?: boolean
}

/** Adds `cp`: copies files between this computer and an instance. */
export function addCp(program: Command, open: Open): void {
  program
    .command('cp')
    .argument('<source>', 'file or folder: PATH here, INSTANCE:PATH there, or - for standard input')
    .argument('<target>', 'the same, or - for standard output')
    .summary('copy files to and from an instance')
    .description(
      `Copy files and folders between this computer and an instance, as cp -r and scp -r do: into the
target if it is a folder, else under its name. Permissions and times of files are kept.
An interrupted copy continues where it ended when you run it again. Symbolic links to files are
copied as the files; those to folders are skipped.`,
    )
    .option('-r, --recursive', 'copy folders with everything in them')
    .addHelpText(
      'after',
      examples(
        'cp data.csv trial:/root/',
        'cp -r ./project trial:/workspace',
        'cp -r trial:/root/results .',
        'cp trial:/var/log/app.log - | less',
      ),
    )
    .action((source: string, target: string, options: CopyOptions, command: Command) =>
      copy(open(command), { source, target, options }),
    )
}

interface CopyArguments {
  source: string
  target: string
  options: CopyOptions
}

async function copy(ctx: Ctx, { source, target, options }: CopyArguments): Promise<void> {
  const [from, to] = [readPlace(source), readPlace(target)]
  const folders = options.recursive === true ? 'copied' : 'refused'
  if (from.kind === 'there' && to.kind === 'there')
    throw new UsageError('Files can be copied to or from an instance, not between two.')
  if (from.kind === 'there') {
    const { id } = await findInstance(ctx, from.instance)
    return copyOut(ctx, { id, from, to: to.kind === 'here' ? to.path : '-', folders })
  }
  if (to.kind !== 'there')
    throw new UsageError('One of the two must be in an instance: INSTANCE:/path')
  const { id } = await findInstance(ctx, to.instance)
  return copyIn(ctx, { id, from: from.path, to, folders })
}
