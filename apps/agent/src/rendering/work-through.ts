import { join } from 'node:path'
import type { BlenderSettings, RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import { assertNever } from '@gridloom/domain/assert-never'
import { isDiskFullError } from '../host/disk-space.ts'
import type { ChunkFiles } from './chunk-files.ts'
import { type ChunkRecord, failedPart, samplingPart, settleLog } from './chunk-record.ts'
import {
  type OnRenderProgress,
  type OpenScene,
  type PartOutcome,
  pictureNameOf,
  type Renderer,
  RenderFailure,
} from './renderer.ts'
import type { SceneStore } from './scene-store.ts'
import type { SceneWanted, WarmScene } from './warm-scene.ts'

/** The dependencies of rendering a chunk. */
export interface WorkContext {
  renderer: Pick<Renderer, 'merge' | 'canary'>
  scenes: Pick<SceneStore, 'locate' | 'makeRoom'>
  warm: WarmScene
  files: ChunkFiles
  threads: number
  /** The device that renders the canary. */
  canaryDevice(): BlenderSettings['device']
  /** Publishes a change, and saves it. */
  changed(record: ChunkRecord): void
  /** Called with failures of this machine itself. */
  onFailure(cause: unknown): void
}

type Work<Kind> = Extract<RenderChunkSpec['work'], { kind: Kind }>

const diskFull = {
  code: 'disk_full',
  text: 'The disk of the machine is full.',
} as const satisfies RenderProblem

/**
 * Renders one chunk until it is complete or stopped, or until a problem of the whole chunk, which is returned. Never
 * throws: a failure of the machine itself is returned as a problem too.
 */
export async function workThrough(
  ctx: WorkContext,
  record: ChunkRecord,
): Promise<RenderProblem | null> {
  try {
    return await work(ctx, record)
  } catch (cause) {
    return problemOf(ctx, record, cause)
  } finally {
    settleLog(record)
  }
}

function work(ctx: WorkContext, record: ChunkRecord): Promise<RenderProblem | null> {
  const { work } = record.spec
  switch (work.kind) {
    case 'render':
      return renderParts(ctx, record, work)
    case 'merge':
      return mergeRanges(ctx, record, work)
    case 'canary':
      return renderCanary(ctx, record, work)
    default:
      return assertNever(work)
  }
}

function problemOf(ctx: WorkContext, record: ChunkRecord, cause: unknown): RenderProblem | null {
  if (record.stop.signal.aborted) return null
  if (cause instanceof RenderFailure) return cause.problem
  ctx.onFailure(cause)
  if (isDiskFullError(cause)) return diskFull
  return { code: 'blender_failed', text: 'The machine failed to process the frame.' }
}

async function renderParts(
  ctx: WorkContext,
  record: ChunkRecord,
  { job_id: job, scene, blend_path: blendPath, settings, pieces }: Work<'render'>,
): Promise<null> {
  const wanted = { job, scene, blendPath, settings, limits: record.spec.limits }
  for (const part of pieces) {
    if (isStopped(record)) return null
    const opened = await openFor(ctx, record, wanted)
    // The chunk may have been stopped while the scene was loading.
    if (isStopped(record)) return null
    await makePicture(ctx, record, {
      key: part.key,
      name: pictureNameOf(part, settings.format),
      make: (outFile, onProgress) => opened.render(part, outFile, onProgress, record.stop.signal),
    })
    noteMemory(record, opened.memoryPeakMib())
  }
  return null
}

async function mergeRanges(
  ctx: WorkContext,
  record: ChunkRecord,
  { scene, blend_path: blendPath, settings, frame, inputs: scenes }: Work<'merge'>,
): Promise<null> {
  // The pictures come from other machines: an open scene must not read them, and two Blenders take too much memory.
  await ctx.warm.close()
  const inputs: string[] = []
  for (const input of scenes) {
    const { sceneFolder, sceneFile } = await ctx.scenes.locate(input, '')
    inputs.push(join(sceneFolder, sceneFile))
  }
  const location = await ctx.scenes.locate(scene, blendPath)
  const { threads, renderer } = ctx
  const { signal } = record.stop
  const { limits } = record.spec
  const key = String(frame)
  await makePicture(ctx, record, {
    key,
    name: pictureNameOf({ key, frame, region: null, sample_range: null }, settings.format),
    make: async (outFile, onProgress) => {
      const options = { ...location, settings, limits, threads, signal, frame, inputs }
      const { outcome, memoryPeakMib, log } = await renderer.merge({
        ...options,
        outFile,
        onProgress,
      })
      record.pastLog = log
      noteMemory(record, memoryPeakMib)
      return outcome
    },
  })
  return null
}

/** The key of the one picture of a canary. */
const canaryKey = '1'

async function renderCanary(
  ctx: WorkContext,
  record: ChunkRecord,
  canary: Work<'canary'>,
): Promise<null> {
  // The canary measures the machine: an open scene would take memory from it.
  await ctx.warm.close()
  const { limits } = record.spec
  const { threads, renderer } = ctx
  const { signal } = record.stop
  const device = ctx.canaryDevice()
  await makePicture(ctx, record, {
    key: canaryKey,
    name: 'canary.png',
    make: async (outFile, onProgress) => {
      const options = { canary, outFile, limits, threads, device, onProgress, signal }
      const { outcome, samplesPerMinute, memoryPeakMib, log } = await renderer.canary(options)
      record.samplesPerMinute = samplesPerMinute
      record.pastLog = log
      noteMemory(record, memoryPeakMib)
      return outcome
    },
  })
  return null
}

async function openFor(
  ctx: WorkContext,
  record: ChunkRecord,
  wanted: SceneWanted,
): Promise<OpenScene> {
  if (!ctx.warm.isOpen(wanted)) {
    settleLog(record)
    record.phase = 'loading'
    ctx.changed(record)
  }
  const opened = await ctx.warm.open(wanted, record.stop.signal)
  record.liveLog = () => opened.log()
  return opened
}

interface PictureWanted {
  key: string
  name: string
  make(outFile: string, onProgress: OnRenderProgress): Promise<PartOutcome>
}

async function makePicture(
  ctx: WorkContext,
  record: ChunkRecord,
  { key, name, make }: PictureWanted,
): Promise<void> {
  if (!(await ctx.scenes.makeRoom(0))) throw new RenderFailure(diskFull)
  record.phase = 'rendering'
  record.parts.set(key, samplingPart(key))
  ctx.changed(record)
  const onProgress: OnRenderProgress = ({ sample, samples }) => {
    record.parts.set(key, { ...samplingPart(key), sample, samples })
    ctx.changed(record)
  }
  try {
    const outcome = await make(ctx.files.unfinished(record, name), onProgress)
    if (outcome.kind === 'done') await ctx.files.finish(record, name)
    take(record, { key, name, outcome })
  } catch (cause) {
    record.parts.delete(key)
    throw cause
  } finally {
    ctx.changed(record)
  }
}

function take(
  record: ChunkRecord,
  { key, name, outcome }: { key: string; name: string; outcome: PartOutcome },
): void {
  if (outcome.kind === 'done') {
    const { renderS, bytes, sha256 } = outcome
    const done = { ...samplingPart(key), state: 'done', render_s: renderS } as const
    record.parts.set(key, { ...done, file: { name, bytes, sha256 } })
    return
  }
  if (outcome.kind === 'failed') {
    record.parts.set(key, failedPart(key, outcome.problem))
    return
  }
  record.parts.delete(key)
  if (record.stop.signal.aborted) return
  const text = 'Blender exited before the frame was finished.'
  record.parts.set(key, failedPart(key, { code: 'blender_crashed', text }))
}

function isStopped({ stopMode }: ChunkRecord): boolean {
  return stopMode !== undefined
}

function noteMemory(record: ChunkRecord, peakMib: number): void {
  record.memoryPeakMib = Math.max(record.memoryPeakMib ?? 0, Math.ceil(peakMib))
}
