import { join } from 'node:path'
import { createDeadline } from '@gridloom/async/deadline'
import { threadsOfThisProcess } from '../host/threads.ts'
import type { Machine } from '../machine.ts'
import { type RunningWorkload, silent, type Workload } from '../workload.ts'
import { createBlenderRenderer, lookForBlender } from './blender/index.ts'
import { fingerprintOf } from './fingerprint.ts'
import { openRendering, type Rendering, type RenderingOptions } from './index.ts'
import { inspectRendering } from './inspect-rendering.ts'
import { renderingRoutes } from './routes.ts'

const examineTimeoutMs = 30_000
const bytesPerGb = 1e9

/** The workload that renders with the Blender of this machine; without one it reports what is missing. */
export function renderingOn({ settings, execute, clock, isRoot, platform }: Machine): Workload {
  const { dataDir, blender, bpyPython, scenesGbMax } = settings
  const search = { execute, preferred: { blender, bpyPython }, isRoot, platform }
  const options: RenderingOptions = {
    renderer: createBlenderRenderer({ ...search, workFolder: join(dataDir, 'render/work'), clock }),
    threads: threadsOfThisProcess(),
    readFingerprint: fingerprintOf([blender, bpyPython]),
    sceneBytesMax: scenesGbMax === undefined ? undefined : scenesGbMax * bytesPerGb,
  }
  return {
    ...renderingWorkload(options),
    examine: async () => {
      const limit = createDeadline(clock, examineTimeoutMs)
      return [inspectRendering(await lookForBlender(search, limit.signal).finally(limit.done))]
    },
  }
}

/**
 * The workload that renders with this renderer. If its folder cannot be used, the machine renders nothing but does all
 * else.
 */
export function renderingWorkload(options: RenderingOptions): Workload {
  return {
    name: 'rendering',
    start: async ({ dataDir, clock, log }) => {
      const onFailure = (cause: unknown) =>
        log.warn({ event: 'rendering.failed', err: cause }, 'rendering failed')
      try {
        return runningOf(await openRendering(options, { dataDir, clock, onFailure }))
      } catch (cause) {
        log.error(
          { event: 'rendering.start_failed', err: cause },
          'this machine renders nothing: its folder cannot be used',
        )
        return unusable
      }
    },
  }
}

function runningOf(rendering: Rendering): RunningWorkload {
  return {
    routes: renderingRoutes(rendering),
    hello: () => ({ rendering: rendering.report() }),
    heartbeat: () => ({ chunks: rendering.report().chunks }),
    watch: (notify) => {
      const endings = [
        rendering.onChunk((report) =>
          notify({
            key: report.chunk_id,
            message: () => ({ kind: 'chunk', report }),
            coveredBy: 'heartbeat',
          }),
        ),
        rendering.onChange(() =>
          notify({
            key: 'all',
            message: () => ({ kind: 'rendering', rendering: rendering.report() }),
            coveredBy: 'this',
          }),
        ),
      ]
      return () => {
        for (const end of endings) end()
      }
    },
    [Symbol.asyncDispose]: () => rendering[Symbol.asyncDispose](),
  }
}

const missing =
  "The agent cannot use the folder 'render' in its data folder. See the agent log, fix the problem and restart the agent."

const unusable: RunningWorkload = {
  ...silent,
  routes: [],
  hello: () => ({ rendering: { capability: null, missing, scenes: [], chunks: [] } }),
  heartbeat: () => ({ chunks: [] }),
  [Symbol.asyncDispose]: async () => undefined,
}
