import { NetworkError } from '@gridloom/client/api-error'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { formatBytes } from '@gridloom/domain/format-bytes'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { oneOf } from '../../input/parse-values.ts'
import { findRender } from '../../resolve/find-render.ts'
import { createFrameSaver } from './save-frames.ts'

interface DownloadOptions {
  out?: string
  zip?: boolean
  video?: 'mp4' | 'webm'
}

const reportEveryBytes = 4_000_000

export function addDownload(renders: Command, open: Open): void {
  renders
    .command('download')
    .argument('<job>', 'file name, ID, or start or end of an ID')
    .summary('download finished frames')
    .description('Download finished frames to a folder (existing files are kept), or as one file.')
    .option('--out <path>', 'output folder or file name')
    .option('--zip', 'download all frames as a zip')
    .option('--video <kind>', 'download as a video: mp4 or webm', oneOf('--video', ['mp4', 'webm']))
    .addHelpText(
      'after',
      examples(
        'renders download 8hjkmnpq --out ./frames',
        'renders download 8hjkmnpq --zip',
        'renders download 8hjkmnpq --video mp4 --out film.mp4',
      ),
    )
    .action((wanted: string, options: DownloadOptions, command: Command) =>
      download(open(command), wanted, options),
    )
}

async function download(ctx: Ctx, wanted: string, options: DownloadOptions): Promise<void> {
  if (options.zip && options.video) throw new UsageError('Use either --zip or --video, not both.')
  const job = await findRender(ctx, wanted)
  const kind = options.zip ? 'zip' : options.video
  if (kind === undefined) return saveFrames(ctx, job, options.out ?? './frames')
  await saveOneFile(ctx, { job, kind, file: options.out ?? `${stemOf(job)}.${kind}` })
}

async function saveFrames(ctx: Ctx, job: RenderJob, folder: string): Promise<void> {
  const saver = createFrameSaver(ctx, job, folder)
  await saver.saveAll()
  await ctx.output.result({ job, files: saver.files }, () =>
    saver.files.length === 0
      ? 'No finished frames yet.'
      : `${saver.files.length} of ${job.frames_total} frames in ${folder}.`,
  )
}

interface OneFile {
  job: RenderJob
  kind: 'zip' | 'mp4' | 'webm'
  file: string
}

async function saveOneFile(ctx: Ctx, { job, kind, file }: OneFile): Promise<void> {
  const { url } = await ctx.client.rendering.makeDownload({
    params: { id: job.taskId },
    body: { kind },
    signal: ctx.signal,
  })
  const ticket = new URL(url, ctx.serverUrl).pathname.split('/').at(-1) ?? ''
  ctx.output.progress(kind === 'zip' ? 'Packing…' : 'Encoding the video…')
  const call = { params: { ticket }, signal: ctx.signal }
  const { body } = await ctx.client.rendering.download(call)
  if (body === null) throw new NetworkError('broken')
  await ctx.host.files.save(file, counted(ctx, body), ctx.signal)
  const bytes = (await ctx.host.files.size(file)) ?? 0
  await ctx.output.result({ job, files: [file] }, () => `Saved ${file} (${formatBytes(bytes)}).`)
}

async function* counted(ctx: Ctx, pieces: AsyncIterable<Uint8Array>) {
  let bytes = 0
  let reportedBytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes - reportedBytes >= reportEveryBytes) {
      reportedBytes = bytes
      ctx.output.progress(`${formatBytes(bytes)} so far…`)
    }
    yield piece
  }
}

function stemOf({ fileName }: RenderJob): string {
  return fileName.replace(/\.[^.]*$/, '').replace(/[^\p{L}\p{N}._ -]+/gu, '_')
}
