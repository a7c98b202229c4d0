import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import {
  type CanaryOptions,
  type OnRenderProgress,
  type OpenScene,
  type OpenSceneOptions,
  type PartOutcome,
  type Renderer,
  type RendererFacts,
  RenderFailure,
} from '../src/rendering/renderer.ts'

/** A picture in progress; the test decides how it ends. */
export interface Making {
  key: string
  outFile: string
  progress: OnRenderProgress
  /** Inputs of a merge. */
  inputs: readonly string[]
  finish(content?: string): Promise<void>
  fail(problem: RenderProblem): void
  /** Fails, and takes the open scene with it. */
  crash(problem: RenderProblem): void
}

/** A renderer without Blender. */
export interface FakeRenderer extends Renderer {
  /** Each scene that was opened, in order. */
  readonly opened: OpenSceneOptions[]
  /** Returns how many open scenes are not disposed of. */
  live(): number
  /** Returns how many seconds a part may take, as last set on an open scene. */
  allowed(): number | undefined
  /** Returns the picture in progress, if any. */
  making(): Making | undefined
  /** Finishes every later picture as soon as it is requested. */
  finishAll(): void
  /** Makes every later opening of a scene fail. */
  failOpening(problem: RenderProblem): void
  /** The result of the next probes. */
  facts: RendererFacts
  probes: number
  canaries: CanaryOptions[]
}

export const aCapability: RenderCapability = {
  driver: 'blender',
  blender_version: '3.4.1',
  engines: ['cycles'],
  devices: [{ kind: 'cpu', name: 'AMD EPYC' }],
  denoisers: [],
  features: [],
  threads: 2,
  sandbox: 'bubblewrap',
}

export function createFakeRenderer(): FakeRenderer {
  const opened: OpenSceneOptions[] = []
  let live = 0
  let making: Making | undefined
  let isEager = false
  let allowed: number | undefined
  let opening: RenderProblem | undefined

  /** Waits until the test ends the picture; the signal stops it, as it stops Blender. */
  function make(
    asked: Pick<Making, 'key' | 'outFile' | 'progress' | 'inputs'>,
    signal: AbortSignal,
    onCrash: () => void = () => undefined,
  ): Promise<PartOutcome> {
    const { promise, resolve } = Promise.withResolvers<PartOutcome>()
    const end = (outcome: PartOutcome) => {
      making = undefined
      resolve(outcome)
    }
    making = {
      ...asked,
      finish: async (content = `picture ${asked.key}`) =>
        end(await writePicture(asked.outFile, content)),
      fail: (problem) => end({ kind: 'failed', problem }),
      crash: (problem) => {
        onCrash()
        end({ kind: 'failed', problem })
      },
    }
    signal.addEventListener('abort', () => end({ kind: 'stopped' }), { once: true })
    if (signal.aborted) end({ kind: 'stopped' })
    if (isEager) void making?.finish()
    return promise
  }

  function openScene(asked: OpenSceneOptions): OpenScene {
    let isAlive = true
    live += 1
    const close = () => {
      if (isAlive) live -= 1
      isAlive = false
    }
    const work = async (asked: Parameters<typeof make>[0], signal: AbortSignal) => {
      const outcome = await make(asked, signal, close)
      if (outcome.kind === 'stopped') close()
      return outcome
    }
    return {
      render: ({ key }, outFile, progress, signal) =>
        work({ key, outFile, progress, inputs: [] }, signal),
      allow: (partSMax) => {
        allowed = partSMax
      },
      isAlive: () => isAlive,
      log: () => `opened ${asked.sceneFile}\n`,
      memoryPeakMib: () => 200,
      [Symbol.asyncDispose]: async () => close(),
    }
  }

  const fake: FakeRenderer = {
    opened,
    live: () => live,
    allowed: () => allowed,
    making: () => making,
    finishAll: () => {
      isEager = true
      void making?.finish()
    },
    failOpening: (problem) => {
      opening = problem
    },
    facts: { capability: aCapability },
    probes: 0,
    canaries: [],
    probe: async () => {
      fake.probes += 1
      return fake.facts
    },
    open: async (asked) => {
      opened.push(asked)
      if (opening !== undefined) throw new RenderFailure(opening)
      return openScene(asked)
    },
    merge: async ({ frame, inputs, outFile, onProgress: progress, signal }) => {
      const outcome = await make({ key: String(frame), outFile, progress, inputs }, signal)
      return { outcome, memoryPeakMib: 100, log: 'merged\n' }
    },
    canary: async (asked) => {
      fake.canaries.push(asked)
      const { outFile, onProgress: progress, signal } = asked
      const outcome = await make({ key: '1', outFile, progress, inputs: [] }, signal)
      return { outcome, samplesPerMinute: 900, memoryPeakMib: 90, log: 'canary\n' }
    },
  }
  return fake
}

async function writePicture(outFile: string, content: string): Promise<PartOutcome> {
  await writeFile(outFile, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { kind: 'done', renderS: 1.5, bytes: content.length, sha256 }
}
