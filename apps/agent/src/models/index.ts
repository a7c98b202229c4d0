import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import type {
  AnswerPart,
  AnswerRequest,
  Embedded,
  EmbedInput,
  ModelsReport,
  ServeOrders,
  ServeReport,
} from '@gridloom/contract/agent/models'
import type { ModelEndpointId } from '@gridloom/contract/core/ids'
import { diskOf, type ReadDisk } from '../host/disk-space.ts'
import type { Random } from '../host/random.ts'
import { createServeChangeNotifier } from './change-notifier.ts'
import { createHostRules } from './hosts.ts'
import { type ServedModels, serveModels } from './keep-serving.ts'
import { type FoundLlama, missingFrom } from './llama/find-llama.ts'
import { openModelStore } from './model-store/index.ts'
import { createOpenEngine, type FindModelSandbox, type OpenEngine } from './open-engine.ts'

/** The configuration for serving models on a machine. */
export interface ModelsOptions {
  /** Searched whenever it is needed: it may be installed while the agent runs. */
  findLlama(): FoundLlama
  /** Called whenever a model is opened, and at the start. */
  findSandbox: FindModelSandbox
  /** Threads that each model may use: fewer than there are cores. */
  threads: number
  /** Hosts other than this machine that engines and models' files may be on. */
  engineHosts: readonly string[]
  engineKey: string | undefined
  /** A model in the agent is unloaded after this time without a request; `null`: never. */
  idleAfterMs: number | null
  /** An engine at work that is silent for this long is ended. Defaults to the limit of its driver. */
  idleMsMax?: number
  /** The simple API of the index that packages are looked up in. */
  packageIndex: string
  /** Defaults to the disk of the data folder. */
  readDisk?: ReadDisk
  /** Defaults to our own drivers. */
  openEngine?: OpenEngine
}

/** Serving of models on this machine; the link to the control plane uses this interface alone. */
export interface Models {
  order(orders: ServeOrders): Promise<void>
  answer(
    endpoint: ModelEndpointId,
    request: AnswerRequest,
    signal: AbortSignal,
  ): AsyncGenerator<AnswerPart, void>
  embed(
    endpoint: ModelEndpointId,
    input: readonly EmbedInput[],
    signal: AbortSignal,
  ): Promise<Embedded>
  report(): ModelsReport
  /** Calls back when serving a model advanced or ended; returns a function that ends the callbacks. */
  onChange(listener: (report: ServeReport) => void): () => void
  [Symbol.asyncDispose](): Promise<void>
}

export interface ModelsEnvironment {
  dataDir: string
  clock: Clock
  random: Random
  onFailure(cause: unknown): void
}

/** Serves the models that were ordered before the restart; files are under `<dataDir>/models`. */
export async function openModels(
  options: ModelsOptions,
  place: ModelsEnvironment,
): Promise<Models> {
  const { clock } = place
  const folder = join(place.dataDir, 'models')
  await mkdir(folder, { recursive: true })
  const hosts = createHostRules(options.engineHosts)
  let manager: ServedModels | undefined
  const store = await openModelStore({
    folder: join(folder, 'files'),
    readDisk: options.readDisk ?? diskOf(folder),
    hosts,
    packageIndex: options.packageIndex,
    isNeeded: (sha256) => manager === undefined || isNeeded(manager, sha256),
    clock,
  })
  const notifier = createServeChangeNotifier(clock)
  const { idleMsMax } = options
  let sandboxLack = textOf(await options.findSandbox())
  const findSandbox: FindModelSandbox = async () => {
    const found = await options.findSandbox()
    sandboxLack = textOf(found)
    return found
  }
  const parts = { ...options, findSandbox, idleMsMax, store, hosts, clock }
  const openEngine = options.openEngine ?? createOpenEngine(parts)
  manager = await serveModels({
    ...place,
    openEngine,
    idleAfterMs: options.idleAfterMs,
    ordersFile: join(folder, 'orders.json'),
    onChange: (model) => notifier.changed(() => model.report()),
  })
  const missing = () => missingFrom(options.findLlama()) ?? sandboxLack
  return faceOf(missing, manager, notifier)
}

function faceOf(
  missing: () => string | null,
  manager: ServedModels,
  notifier: ReturnType<typeof createServeChangeNotifier>,
): Models {
  return {
    order: manager.order,
    answer: (endpoint, request, signal) => manager.find(endpoint).answer(request, signal),
    embed: (endpoint, input, signal) => manager.find(endpoint).embed(input, signal),
    report: () => ({
      can: true,
      llama_missing: missing(),
      serving: manager.all().map((model) => model.report()),
    }),
    onChange: notifier.onChange,
    [Symbol.asyncDispose]: async () => {
      await manager[Symbol.asyncDispose]()
      notifier[Symbol.dispose]()
    },
  }
}

function textOf(found: Awaited<ReturnType<FindModelSandbox>>): string | null {
  return found !== undefined && 'missing' in found ? `${found.missing}. ${found.remedy}` : null
}

function isNeeded(manager: ServedModels, sha256: string): boolean {
  return manager.all().some(({ spec: { engine } }) => {
    return engine.kind === 'llama' && engine.sources.some((source) => source.sha256 === sha256)
  })
}
