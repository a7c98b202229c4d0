import { threadsOfThisProcess } from '../host/threads.ts'
import type { Machine } from '../machine.ts'
import { type RunningWorkload, silent, type Workload } from '../workload.ts'
import { modelSandboxFinder } from './find-model-sandbox.ts'
import { type Models, type ModelsOptions, openModels } from './index.ts'
import { inspectLlama } from './inspect-llama.ts'
import { findLlama } from './llama/find-llama.ts'
import { modelRoutes } from './routes.ts'

/** The workload that serves models, with llama.cpp if it is installed and with engines beside the agent. */
export function modelsOn({ settings }: Machine): Workload {
  const { dataDir, engineHosts, engineKey, packageIndex, modelIdleMinutes } = settings
  const findOwnLlama = () => findLlama({ dataDir, platform: process.platform, arch: process.arch })
  const findSandbox = modelSandboxFinder()
  const options: ModelsOptions = {
    findLlama: findOwnLlama,
    findSandbox,
    threads: Math.max(1, threadsOfThisProcess() - 1),
    engineHosts,
    engineKey,
    idleAfterMs: modelIdleMinutes === 0 ? null : modelIdleMinutes * 60_000,
    packageIndex,
  }
  return {
    ...modelsWorkload(options),
    examine: async () => [inspectLlama(findOwnLlama(), await findSandbox())],
  }
}

/**
 * The workload that serves models by these options. If its folder cannot be used, the machine serves no models but all
 * else.
 */
export function modelsWorkload(options: ModelsOptions): Workload {
  return {
    name: 'models',
    start: async ({ dataDir, clock, random, log }) => {
      const onFailure = (cause: unknown) =>
        log.warn({ event: 'models.failed', err: cause }, 'serving models failed')
      try {
        return runningOf(await openModels(options, { dataDir, clock, random, onFailure }))
      } catch (cause) {
        log.error(
          { event: 'models.start_failed', err: cause },
          'this machine serves no models: its folder cannot be used',
        )
        return unusable
      }
    },
  }
}

function runningOf(models: Models): RunningWorkload {
  return {
    routes: modelRoutes(models),
    hello: () => ({ inference: models.report() }),
    heartbeat: () => {
      const { serving, llama_missing } = models.report()
      return { serving, llama_missing }
    },
    watch: (notify) =>
      models.onChange((report) =>
        notify({
          key: report.endpoint_id,
          message: () => ({ kind: 'serving', report }),
          coveredBy: 'heartbeat',
        }),
      ),
    [Symbol.asyncDispose]: () => models[Symbol.asyncDispose](),
  }
}

const unusable: RunningWorkload = {
  ...silent,
  routes: [],
  hello: () => ({ inference: { can: false, llama_missing: null, serving: [] } }),
  heartbeat: () => ({ serving: [], llama_missing: null }),
  [Symbol.asyncDispose]: async () => undefined,
}
