import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { findRender } from '../../resolve/find-render.ts'
import { reportEnd } from './report-end.ts'
import { watchRenderJob } from './watch-render-job.ts'

interface WatchOptions {
  out?: string
}

export function addWatch(renders: Command, open: Open): void {
  renders
    .command('watch')
    .argument('<job>', 'file name, ID, or start or end of an ID')
    .summary('follow a job until it ends')
    .description('Follow a job until it ends. Ctrl-C leaves it running.')
    .option('--out <folder>', 'save finished frames to this folder; existing files are kept')
    .addHelpText(
      'after',
      examples('renders watch 8hjkmnpq', 'renders watch 8hjkmnpq --out ./frames'),
    )
    .action((wanted: string, options: WatchOptions, command: Command) =>
      watch(open(command), wanted, options),
    )
}

async function watch(ctx: Ctx, wanted: string, { out }: WatchOptions): Promise<void> {
  const job = await findRender(ctx, wanted)
  if (job.state === 'draft' || job.state === 'tested')
    throw new FailedError(
      `The job has not started. Continue at ${ctx.serverUrl}/render/config/${job.taskId}`,
    )
  await reportEnd(ctx, await watchRenderJob(ctx, job, { out, until: 'ended' }))
}
