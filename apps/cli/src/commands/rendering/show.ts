import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { jobFacts } from '../../output/render-facts.ts'
import { findRender } from '../../resolve/find-render.ts'

export function addShow(renders: Command, open: Open): void {
  renders
    .command('show')
    .argument('<job>', 'file name, ID, or start or end of an ID')
    .summary('show details of a job')
    .description('Show details of a job: settings, frames, cost, and why it is waiting.')
    .addHelpText('after', examples('renders show scene.blend', 'renders show 8hjkmnpq --json'))
    .action((wanted: string, _options: object, command: Command) => show(open(command), wanted))
}

async function show(ctx: Ctx, wanted: string): Promise<void> {
  const job = await findRender(ctx, wanted)
  const failed = job.frames_failed === 0 ? [] : await failedFrames(ctx, job.taskId)
  await ctx.output.result(job, (draw) => jobFacts(draw, job, failed))
}

async function failedFrames(ctx: Ctx, id: string): Promise<number[]> {
  const frames = await ctx.client.rendering.frames({
    params: { id },
    query: { limit: 1_000, state: 'failed' },
    signal: ctx.signal,
  })
  return frames.map(({ number }) => number)
}
