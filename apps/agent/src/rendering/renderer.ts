import type {
  BlenderSettings,
  CanaryWork,
  ChunkPart,
  RenderChunkSpec,
} from '@gridloom/contract/agent/rendering'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'

/**
 * The renderer as the agent sees it. Its driver is the folder `blender`; tests of the queue use a fake.
 *
 * A scene is opened once and stays open, warm, until it is disposed of or crashes; its parts are rendered one after
 * another. Scenes are untrusted: whatever one does, these calls return within their limits, and nothing of it keeps
 * running once it was disposed of.
 */
export interface Renderer {
  /** Probes what can be rendered; takes seconds. Never throws: `missing` names what is missing and the remedy. */
  probe(signal: AbortSignal): Promise<RendererFacts>
  /**
   * Opens a scene. Throws {@link RenderFailure}, or the signal's reason. The signal aborts the opening, not the open
   * scene.
   */
  open(options: OpenSceneOptions): Promise<OpenScene>
  /**
   * Merges sample ranges of one frame, then denoises and composites by the settings, in a Blender that is opened for
   * this alone. Throws {@link RenderFailure}, or the signal's reason.
   */
  merge(options: MergeOptions): Promise<MergeOutcome>
  /** Renders the canary, the scene that measures this machine; it is part of the driver. */
  canary(options: CanaryOptions): Promise<CanaryOutcome>
}

export type RendererFacts = { capability: RenderCapability } | { missing: string }

export type RenderLimits = RenderChunkSpec['limits']

export interface OpenSceneOptions {
  /** The folder that the scene may read; it sees no other folder of ours, and cannot write to this one. */
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
   * Renders one part to `outFile`, which is complete if the outcome is `done` and does not exist otherwise. One at a
   * time. The signal kills the scene at once; so do limits, a crash, and lack of memory.
   */
  render(
    part: ChunkPart,
    outFile: string,
    onProgress: OnRenderProgress,
    signal: AbortSignal,
  ): Promise<PartOutcome>
  /** Sets the time limit of a part in seconds, from the next part on. */
  allow(partSMax: number): void
  /** Returns whether the scene can still render; a dead one has to be opened again. */
  isAlive(): boolean
  /** Returns the last 256 KiB of Blender's output, without paths of this machine. */
  log(): string
  /** Returns the largest total memory that was measured for its processes. */
  memoryPeakMib(): number
  /** Kills the scene's processes; resolves when none is left. */
  [Symbol.asyncDispose](): Promise<void>
}

export interface RenderProgress {
  /** `null` if the engine does not report it. */
  sample: number | null
  samples: number | null
}
export type OnRenderProgress = (progress: RenderProgress) => void

export type PartOutcome =
  | {
      kind: 'done'
      /** Time of rendering by Blender's own clock, without loading and saving. */
      renderS: number
      bytes: number
      sha256: string
    }
  | { kind: 'failed'; problem: RenderProblem }
  /** Its signal was aborted. */
  | { kind: 'stopped' }

export interface MergeOptions extends OpenSceneOptions {
  frame: number
  /** OpenEXR files, in the order of their samples; other users may read them. */
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
  /** Speed of rendering alone; `null` if the canary was not completed. */
  samplesPerMinute: number | null
  memoryPeakMib: number
  log: string
}

/** A scene that could not be opened; its problem is readable by the renter. */
export class RenderFailure extends Error {
  override readonly name = 'RenderFailure'
  readonly problem: RenderProblem

  constructor(problem: RenderProblem, options: ErrorOptions = {}) {
    super(problem.text, options)
    this.problem = problem
  }
}

/**
 * Returns the name of a finished part: `f_12.png`, `f_12.3.exr`. A range of samples is always OpenEXR, to be merged
 * later.
 */
export function pictureNameOf(part: ChunkPart, format: BlenderSettings['format']): string {
  return `f_${part.key}.${part.sample_range === null ? extensions[format] : extensions.openexr}`
}

const extensions = { png: 'png', openexr: 'exr', jpeg: 'jpg' } as const satisfies Record<
  BlenderSettings['format'],
  string
>
