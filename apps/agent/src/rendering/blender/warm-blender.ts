import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import type { BlenderSettings, ChunkPart, Region } from '@gridloom/contract/agent/rendering'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { OnRenderProgress, OpenScene, PartOutcome, RenderLimits } from '../renderer.ts'
import type { Answer } from './answers.ts'
import type { BlenderExit, BlenderProcess } from './blender-process.ts'
import { cropPicture } from './crop-picture.ts'
import type { BlenderLog } from './log.ts'
import { crashOf, killedOf, renderProblem } from './problems.ts'
import { readRenderOutput } from './read-render-output.ts'
import { type SavedPicture, takePicture } from './take-picture.ts'
import type { WorkFolder } from './work-folder.ts'

export interface BlenderParts {
  process: BlenderProcess
  folder: WorkFolder
  log: BlenderLog
  settings: BlenderSettings
  limits: RenderLimits
  memoryMibMax: number
  clock: Clock
}

/** A Blender with its scene open; it may have crashed since. */
export class WarmBlender implements OpenScene {
  readonly #parts: BlenderParts
  #samplingS: number | undefined
  #partSMax: number

  constructor(parts: BlenderParts) {
    this.#parts = parts
    this.#partSMax = parts.limits.piece_s_max
  }

  render(
    { key, frame, region, sample_range }: ChunkPart,
    outFile: string,
    onProgress: OnRenderProgress,
    signal: AbortSignal,
  ): Promise<PartOutcome> {
    const isUncropped = this.#parts.settings.format === 'png' && sample_range === null
    const order = { do: 'render', frame, region, sample_range, uncropped: isUncropped }
    const cut = region !== null && isUncropped ? region : undefined
    return this.#work({ ...order, out: `f_${key}` }, { outFile, cut }, onProgress, signal)
  }

  /** Merges pictures that Blender was opened with, by their paths in the sandbox. */
  merge(
    { frame, inputs }: { frame: number; inputs: readonly string[] },
    outFile: string,
    onProgress: OnRenderProgress,
    signal: AbortSignal,
  ): Promise<PartOutcome> {
    const order = { do: 'merge', frame, inputs, out: 'merged' }
    return this.#work(order, { outFile, cut: undefined }, onProgress, signal)
  }

  allow(partSMax: number): void {
    this.#partSMax = partSMax
    this.#parts.process.allow(partSMax)
  }

  isAlive(): boolean {
    return this.#parts.process.isAlive()
  }

  log(): string {
    return this.#parts.log.text()
  }

  memoryPeakMib(): number {
    return this.#parts.process.memoryPeakMib()
  }

  /** Seconds of sampling of the last part, without loading and saving; `undefined` if Blender did not print it. */
  samplingS(): number | undefined {
    return this.#samplingS
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.process.end()
    await this.#parts.folder[Symbol.asyncDispose]()
  }

  /** Returns the problem, readable by the renter. */
  problem(said: Answer | BlenderExit): RenderProblem {
    const { log, limits, memoryMibMax } = this.#parts
    const allowed = { ...limits, memoryMibMax, piece_s_max: this.#partSMax }
    if (said.event === 'killed') return killedOf(said.why, allowed)
    if (said.event === 'exited') return crashOf(said.ending, log.lastLines(12))
    if (said.event !== 'failed') return renderProblem('')
    return said.code === null ? renderProblem(said.text) : { code: said.code, text: said.text }
  }

  async #work(
    order: object,
    picture: RequestedPicture,
    onProgress: OnRenderProgress,
    signal: AbortSignal,
  ): Promise<PartOutcome> {
    const { process, clock } = this.#parts
    const output = readRenderOutput(onProgress, clock)
    const said = await process.ask(order, output.onLine, signal)
    if (signal.aborted) return { kind: 'stopped' }
    if (said.event !== 'done') return { kind: 'failed', problem: this.problem(said) }
    const taken = await this.#take(said.bytes, picture, signal)
    if ('code' in taken && signal.aborted) return { kind: 'stopped' }
    if ('code' in taken) return { kind: 'failed', problem: taken }
    this.#samplingS = output.samplingS()
    return { kind: 'done', renderS: output.renderS() ?? said.seconds, ...taken }
  }

  async #take(
    bytes: number,
    { outFile, cut }: RequestedPicture,
    signal: AbortSignal,
  ): Promise<SavedPicture | RenderProblem> {
    const { process, limits, settings, clock } = this.#parts
    if (bytes > limits.output_bytes_max) {
      return this.problem({ event: 'killed', why: 'too_much_output' })
    }
    // A process that does not pass on the picture it reported is not trusted to do so later.
    const limit = createDeadline(clock, giveMsMax, signal)
    const end = () => void process.end()
    limit.signal.addEventListener('abort', end, { once: true })
    const taken = await takePicture(process.pictures, outFile, bytes).finally(limit.done)
    if (taken === undefined) return renderProblem('it produced no picture')
    if (cut === undefined) return taken
    const cropped = await cropPicture(outFile, wholeSizeOf(settings), cut)
    return cropped ?? { code: 'wrong_size', text: 'Blender rendered a picture of the wrong size.' }
  }
}

/** The limit for passing a finished picture from memory. */
const giveMsMax = 120_000

interface RequestedPicture {
  outFile: string
  /** The region that the picture is cropped to; `undefined` if it is not cropped. */
  cut: Region | undefined
}

/** The size as Blender computes it: whole pixels, rounded down. */
function wholeSizeOf({ width, height, percentage }: BlenderSettings) {
  return {
    width: Math.floor((width * percentage) / 100),
    height: Math.floor((height * percentage) / 100),
  }
}
