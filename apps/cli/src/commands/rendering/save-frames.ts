import { NetworkError } from '@gridloom/client/api-error'
import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { Ctx } from '../../ctx.ts'
import { frameFile } from './frame-file.ts'

const pageFrames = 500
const attemptsMax = 3

/** Saves frames into a folder as they finish, each once per version of its picture. */
export interface FrameSaver {
  /** Saves those of these frames that are done and not saved yet. */
  save(frames: readonly RenderFrame[]): Promise<void>
  /** Saves all done frames, including those that finished while the stream was not connected. */
  saveAll(): Promise<void>
  /** Paths so far, in the order of saving. */
  readonly files: readonly string[]
}

/** A frame whose file exists with the expected size counts as saved. */
export function createFrameSaver(ctx: Ctx, job: RenderJob, folder: string): FrameSaver {
  const saved = new Map<number, string | null>()
  const files: string[] = []

  async function saveOne(frame: RenderFrame): Promise<void> {
    if (frame.state !== 'done' || saved.get(frame.number) === frame.sha256) return
    const file = frameFile(folder, job, frame.number)
    const isThere = frame.bytes !== null && (await ctx.host.files.size(file)) === frame.bytes
    if (!isThere || saved.has(frame.number)) await download(ctx, { job, frame, file })
    if (!files.includes(file)) files.push(file)
    saved.set(frame.number, frame.sha256)
  }

  const save = async (frames: readonly RenderFrame[]) => {
    for (const frame of frames) await saveOne(frame)
  }

  return {
    files,
    save,
    async saveAll() {
      for await (const page of doneFrames(ctx, job)) await save(page)
    },
  }
}

/** All done frames, fetched in pages. */
export async function* doneFrames(
  ctx: Ctx,
  { taskId }: Pick<RenderJob, 'taskId'>,
): AsyncGenerator<RenderFrame[]> {
  for (let from = -2_000_000_000; ; ) {
    const page = await ctx.client.rendering.frames({
      params: { id: taskId },
      query: { from, limit: pageFrames, state: 'done' },
      signal: ctx.signal,
    })
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < pageFrames) return
    from = last.number + 1
  }
}

interface Wanted {
  job: RenderJob
  frame: RenderFrame
  file: string
}

async function download(ctx: Ctx, { job, frame, file }: Wanted): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { body } = await ctx.client.rendering.picture({
        params: { id: job.taskId, frame: frame.number },
        signal: ctx.signal,
      })
      if (body === null) throw new NetworkError('broken')
      return await ctx.host.files.save(file, body, ctx.signal)
    } catch (error) {
      ctx.signal.throwIfAborted()
      const isBroken = error instanceof NetworkError || error instanceof TypeError
      if (!isBroken || attempt === attemptsMax) throw error
    }
  }
}
