import type { RenderJob } from '@gridloom/contract/rendering/job'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, FailedError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseUsd } from '../../input/parse-usd.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { projectOption } from '../../input/project-option.ts'
import { shortId } from '../../output/format.ts'
import { estimateText } from '../../output/render-facts.ts'
import { addSettingOptions, applySettings, type SettingOptions } from './apply-settings.ts'
import { reportEnd } from './report-end.ts'
import { uploadFile } from './upload-file.ts'
import { waitsForOwner, watchRenderJob } from './watch-render-job.ts'

interface RenderOptions extends SettingOptions {
  budget?: number
  project?: string
  test?: number | true
  out?: string
  yes?: boolean
  detach?: boolean
}

export function addRender(program: Command, open: Open): void {
  addSettingOptions(program.command('render'))
    .argument('<file>', '.blend file, or .zip with its assets')
    .summary('render a Blender file')
    .description(
      'Render a Blender file on the marketplace. Settings default to those in the file.\n' +
        'Ctrl-C leaves the job running; list your jobs with `gridloom renders`.',
    )
    .option('--budget <usd>', 'maximum cost; the remainder is returned', usd)
    .option(...projectOption)
    .option('--test [frame]', 'render a test frame for a preview and an estimate', frameNumber)
    .option('--out <folder>', 'save finished frames to this folder')
    .option('-y, --yes', 'skip the confirmation')
    .option('--detach', 'start the job and exit')
    .addHelpText(
      'after',
      examples(
        'render scene.blend --frames 1-50 --budget 2 --out ./frames',
        'render scene.blend --test --out ./frames',
        'render city.zip --blend city/main.blend --frames 1-100,120 --samples 64 --budget 5 --yes --detach',
      ),
    )
    .action((file: string, options: RenderOptions, command: Command) =>
      render(open(command), file, options),
    )
}

const usd = (text: string) => parseUsd(text, '--budget')
const frameNumber = wholeNumber('--test', 0, 1_048_574)

async function render(ctx: Ctx, file: string, options: RenderOptions): Promise<void> {
  requireBudget(ctx, options)
  const scene = await uploadFile(ctx, file)
  const draft = await ctx.client.rendering.create({
    body: { scene_id: scene.id, project: options.project },
    signal: ctx.signal,
  })
  const configured = await applySettings(ctx, draft, { scene, options })
  const job = options.test === undefined ? configured : await test(ctx, configured, options)
  const budget = await agreeOnBudget(ctx, job, options)
  const started = await ctx.client.rendering.start({
    params: { id: job.taskId },
    body: {
      budget_micro_usd: budget,
      ...(job.frame_micro_usd_max === null ? {} : { frame_micro_usd_max: job.frame_micro_usd_max }),
    },
    signal: ctx.signal,
  })
  if (options.detach) return reportEnd(ctx, { job: started, files: [] })
  await reportEnd(ctx, await watchRenderJob(ctx, started, { out: options.out, until: 'ended' }))
}

/** Without a terminal, budget and consent must be options, checked before gigabytes are uploaded. */
function requireBudget({ host, output }: Ctx, { budget, yes }: RenderOptions): void {
  const canAsk = host.interactive && output.format === 'human'
  if (budget === undefined && !canAsk) throw new UsageError('Specify the maximum cost: --budget 2')
  if (yes !== true && !canAsk)
    throw new UsageError('This places a hold for the budget. Add --yes to skip the confirmation.')
}

async function test(ctx: Ctx, draft: RenderJob, { test: frame, out }: RenderOptions) {
  const testing = await ctx.client.rendering.test({
    params: { id: draft.taskId },
    body: typeof frame === 'number' ? { frame } : {},
    signal: ctx.signal,
  })
  const { job } = await watchRenderJob(ctx, testing, { out, until: 'tested' })
  if (job.state === 'tested') return job
  const id = shortId(job.taskId)
  if (waitsForOwner(job))
    throw new FailedError(
      `${job.reason?.text ?? ''} Preview: ${ctx.serverUrl}/render/config/${job.taskId}. Accept: gridloom renders accept ${id}`,
    )
  const why = job.reason?.text ?? 'The test frame failed.'
  throw new FailedError(`${why} Details: gridloom renders show ${id}`)
}

/** The budget that the user agreed to. A draft that is not started is kept, to be continued in the browser. */
async function agreeOnBudget(ctx: Ctx, job: RenderJob, options: RenderOptions): Promise<number> {
  const { estimate, frames_total: frames, frame_micro_usd_max: most } = job
  if (estimate !== null) ctx.output.note(estimateText(estimate))
  if (most !== null) ctx.output.note(`Maximum price per frame: ${formatUsd(most)}.`)
  const budget =
    options.budget ?? (estimate === null ? await askBudget(ctx) : estimate.high_micro_usd)
  if (options.yes) return budget
  const counted = `${frames} ${frames === 1 ? 'frame' : 'frames'}`
  const message = `Render ${counted} for at most ${formatUsd(budget)}?`
  if ((await ctx.host.prompts.confirm({ message })) === 'yes') return budget
  throw new CancelledError(
    `Aborted. The draft is saved: ${ctx.serverUrl}/render/config/${job.taskId}`,
  )
}

async function askBudget(ctx: Ctx): Promise<number> {
  const message = 'Maximum cost in US dollars?'
  return parseUsd(await ctx.host.prompts.text({ message, placeholder: '2' }), 'The budget')
}
