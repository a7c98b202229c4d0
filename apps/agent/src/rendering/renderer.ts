import type {
  BlenderSettings,
  CanaryWork,
  ChunkPart,
  RenderChunkSpec,
} from '@gridloom/contract/agent/rendering'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'

/**
 * What renders, as the agent sees it. The driver is the folder `blender`; tests of the queue have a stand-in.
 *
 * A scene is opened once and stays open, warm, until it is disposed of or dies; its parts are rendered one after
 * another. Scenes come from strangers: whatever one does, these calls answer within their limits, and nothing of it
 * runs on once it was disposed of.
 */
export interface Renderer {
  /** Finds out by trying; takes seconds. Never throws: what is in the way is `missing`, with what mends it. */
  probe(signal: AbortSignal): Promise<RendererFacts>
  /** Throws {@link RenderFailure}, or the signal's reason. The signal ends the opening, not the open scene. */
  open(options: OpenSceneOptions): Promise<OpenScene>
  /**
   * Puts sample ranges of one frame together, then denoises and composites as the settings say, in a Blender that is
   * opened for that alone. Throws {@link RenderFailure}, or the signal's reason.
   */
  merge(options: MergeOptions): Promise<MergeOutcome>
  /** Renders the scene that shows what this machine can; it is part of the driver. */
  canary(options: CanaryOptions): Promise<CanaryOutcome>
}

export type RendererFacts = { capability: RenderCapability } | { missing: string }

export type RenderLimits = RenderChunkSpec['limits']

export interface OpenSceneOptions {
  /** All that the scene may read; it sees this folder and nothing else of ours, and cannot write in it. */
  sceneFolder: string
  /** The Blender file, as a path within the folder. */
  sceneFile: string
  settings: BlenderSettings
  limits: RenderLimits
  /** See `threadsOfThisProcess`. */
  threads: number
  signal: AbortSignal
}

export interface OpenScene {
  /**
   * Renders one part to `outFile`, which is whole once this answers `done` and is not there otherwise. One at a
   * time. The signal kills the scene at once; so do limits, a crash, and want of memory.
   */
  render(
    part: ChunkPart,
    outFile: string,
    onProgress: OnRenderProgress,
    signal: AbortSignal,
  ): Promise<PartOutcome>
  /** From the next part on, one may take so many seconds. */
  allow(partSMax: number): void
  /** Whether it still renders; a dead one has to be opened anew. */
  isAlive(): boolean
  /** What Blender said, the last 256 KiB of it, without paths of this machine. */
  log(): string
  /** The largest memory its processes were seen to hold together. */
  memoryPeakMib(): number
  /** Kills what is left, and resolves when nothing of it is. */
  [Symbol.asyncDispose](): Promise<void>
}

export interface RenderProgress {
  /** `null` where the engine does not say. */
  sample: number | null
  samples: number | null
}
export type OnRenderProgress = (progress: RenderProgress) => void

export type PartOutcome =
  | {
      kind: 'done'
      /** By Blender's own clock: the picture alone, without loading and saving. */
      renderS: number
      bytes: number
      sha256: string
    }
  | { kind: 'failed'; problem: RenderProblem }
  /** Its signal was aborted. */
  | { kind: 'stopped' }

export interface MergeOptions extends OpenSceneOptions {
  frame: number
  /** Files of OpenEXR, in the order of their samples; others may read them. */
  inputs: readonly string[]
  outFile: string
  onProgress: OnRenderProgress
}

export interface MergeOutcome {
  outcome: PartOutcome
  memoryPeakMib: number
  log: string
}

export interface CanaryOptions {
  canary: Pick<CanaryWork, 'samples' | 'seed' | 'view'>
  outFile: string
  limits: RenderLimits
  threads: number
  device: BlenderSettings['device']
  onProgress: OnRenderProgress
  signal: AbortSignal
}

export interface CanaryOutcome {
  outcome: PartOutcome
  /** Of the render alone; `null` where it was not done. */
  samplesPerMinute: number | null
  memoryPeakMib: number
  log: string
}

/** A scene that could not be opened, as the renter may read it. */
export class RenderFailure extends Error {
  override readonly name = 'RenderFailure'
  readonly problem: RenderProblem

  constructor(problem: RenderProblem, options: ErrorOptions = {}) {
    super(problem.text, options)
    this.problem = problem
  }
}

/** Of a finished part: `f_12.png`, `f_12.3.exr`. A range of samples is always OpenEXR, to be merged later. */
export function pictureNameOf(part: ChunkPart, format: BlenderSettings['format']): string {
  return `f_${part.key}.${part.sample_range === null ? extensions[format] : extensions.openexr}`
}

const extensions = { png: 'png', openexr: 'exr', jpeg: 'jpg' } as const satisfies Record<
  BlenderSettings['format'],
  string
>
