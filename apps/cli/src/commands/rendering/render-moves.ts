import type { MicroUsd } from '@gridloom/contract/core/values'
import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { readFrameList } from '@gridloom/domain/rendering/frame-list'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { CancelledError, UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { shortId } from '../../output/format.ts'
import { findRender } from '../../resolve/find-render.ts'

interface MoveOptions {
  yes?: boolean
  frames?: string
}

/** Adds the commands that change a started job. */
export function addRenderMoves(renders: Command, open: Open): void {
  addMove(renders, open, {
    name: 'pause',
    summary: 'pause a job',
    description: 'Pause a job. Frames in progress are finished.',
    ask: (ctx, call) => ctx.client.rendering.pause(call),
  })
  addMove(renders, open, {
    name: 'resume',
    summary: 'resume a paused job',
    description: 'Resume a paused job.',
    ask: (ctx, call) => ctx.client.rendering.resume(call),
  })
  addMove(renders, open, {
    name: 'cancel',
    summary: 'cancel a job',
    description:
      'Cancel a job immediately. Finished frames are kept; the rest of the budget is returned.',
    ask: (ctx, call) => ctx.client.rendering.cancel(call),
  }).option('-y, --yes', 'skip the confirmation')
  addMove(renders, open, {
    name: 'retry',
    summary: 'retry failed frames',
    description: 'Retry failed frames: all of them, or those specified.',
    ask: (ctx, call, { frames }) =>
      ctx.client.rendering.retry({
        ...call,
        body: frames === undefined ? {} : { frames: numbersOf(frames) },
      }),
  }).option('--frames <list>', 'only these frames, such as 1-100,120')
  addMove(renders, open, {
    name: 'accept',
    summary: 'accept frames that could not be verified',
    description:
      'Accept frames that could not be verified automatically: all of them, or those specified. They are then charged and can be downloaded.',
    ask: async (ctx, call, { frames, yes }) => {
      const wanted = frames === undefined ? undefined : new Set(numbersOf(frames))
      const held = await heldFrames(ctx, call)
      const accepted = held.filter(({ number }) => wanted?.has(number) ?? true)
      if (accepted.length === 0)
        throw new UsageError('No frames of this job are awaiting approval.')
      const cost = accepted.reduce((sum, frame) => sum + frame.held_micro_usd, 0)
      await agreeTo(ctx, { cost, count: accepted.length, yes })
      const body = { frames: accepted.map(({ number }) => number), held_micro_usd: cost }
      return ctx.client.rendering.approve({ ...call, body })
    },
  })
    .option('--frames <list>', 'only these frames, such as 1-100,120')
    .option('-y, --yes', 'skip the confirmation')
  addMove(renders, open, {
    name: 'reject',
    summary: 'reject frames and render them again',
    description:
      'Reject frames and render them again on other machines. Frames already charged are not refunded; frames awaiting approval are not charged.',
    ask: (ctx, call, { frames }) => {
      if (frames === undefined) throw new UsageError('Specify the frames: --frames 12,14-20')
      return ctx.client.rendering.reject({ ...call, body: { frames: numbersOf(frames) } })
    },
  }).option('--frames <list>', 'frames, such as 1-100,120')
}

const framesAtOnce = 1_000

/** The held frames, as many as one call lists. */
function heldFrames(ctx: Ctx, call: Parameters<Move['ask']>[1]): Promise<RenderFrame[]> {
  const query = { limit: framesAtOnce, state: 'held' } as const
  return ctx.client.rendering.frames({ ...call, query })
}

interface Agreed {
  cost: MicroUsd
  count: number
  yes: boolean | undefined
}

async function agreeTo(ctx: Ctx, { cost, count, yes }: Agreed): Promise<void> {
  const frames = count === 1 ? '1 frame' : `${count} frames`
  const price = formatUsdExact(cost)
  if (yes) return
  if (!ctx.host.interactive || ctx.output.format === 'json')
    throw new UsageError(`This charges ${price} for ${frames}. Add --yes to skip the confirmation.`)
  if ((await ctx.host.prompts.confirm({ message: `Accept ${frames} for ${price}?` })) === 'no')
    throw new CancelledError('Aborted. Nothing was accepted.')
}

interface Move {
  name: 'pause' | 'resume' | 'cancel' | 'retry' | 'accept' | 'reject'
  summary: string
  description: string
  ask(
    ctx: Ctx,
    call: { params: { id: string }; signal: AbortSignal },
    options: MoveOptions,
  ): Promise<RenderJob>
}

function addMove(renders: Command, open: Open, move: Move): Command {
  return renders
    .command(move.name)
    .argument('<job>', 'file name, ID, or start or end of an ID')
    .summary(move.summary)
    .description(move.description)
    .addHelpText('after', examples(`renders ${move.name} 8hjkmnpq`))
    .action(async (wanted: string, options: MoveOptions, command: Command) => {
      const ctx = open(command)
      const before = await findRender(ctx, wanted)
      if (move.name === 'cancel') await beSure(ctx, before, options)
      const job = await move.ask(ctx, callOf(ctx, before), options)
      await ctx.output.result(
        job,
        () => `${job.fileName} (${shortId(job.taskId)}) is ${job.state}.`,
      )
    })
}

function callOf({ signal }: Ctx, { taskId }: RenderJob) {
  return { params: { id: taskId }, signal }
}

async function beSure(ctx: Ctx, job: RenderJob, { yes }: MoveOptions): Promise<void> {
  if (yes) return
  if (!ctx.host.interactive || ctx.output.format === 'json')
    throw new UsageError('This cancels the job. Add --yes to skip the confirmation.')
  const message = `Cancel ${job.fileName}? ${job.frames_done} of ${job.frames_total} frames are done.`
  if ((await ctx.host.prompts.confirm({ message })) === 'no')
    throw new CancelledError('Aborted. The job continues.')
}

function numbersOf(list: string): number[] {
  const { frames, problem } = readFrameList(list)
  if (frames === null) throw new UsageError(`--frames: ${problem}`)
  return [...frames]
}
