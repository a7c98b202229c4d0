import type { Clock } from '@gridloom/async/clock'
import type { ServeSpec } from '@gridloom/contract/agent/models'
import { assertNever } from '@gridloom/domain/assert-never'
import type { MissingPrerequisite } from '../host/missing-prerequisite.ts'
import type { Sandbox } from '../host/sandbox/find-sandbox.ts'
import { type Engine, EngineUnavailable } from './engine.ts'
import type { HostRules } from './hosts.ts'
import type { FoundLlama } from './llama/find-llama.ts'
import { openLlama } from './llama/index.ts'
import type { ModelStore } from './model-store/index.ts'
import { openOpenAiHttp } from './openai-http/index.ts'

/** Finds the sandbox for models, or what is missing for it; `undefined` if this system has none. */
export type FindModelSandbox = () => Promise<Sandbox | MissingPrerequisite | undefined>

/** Receives the progress of an opening. */
export interface OpeningListener {
  onFetched(fetchedBytes: number, totalBytes: number): void
  onLoading(): void
}

/** Opens the engine of a spec. Throws {@link EngineUnavailable}, or the signal's reason. */
export type OpenEngine = (
  spec: ServeSpec,
  listener: OpeningListener,
  signal: AbortSignal,
) => Promise<Engine>

export interface EngineParts {
  findLlama(): FoundLlama
  findSandbox: FindModelSandbox
  /** Threads of each model's process. */
  threads: number
  store: ModelStore
  hosts: HostRules
  /** The API key for engines beside the agent. */
  engineKey: string | undefined
  /** An engine at work that is silent for this long is ended. Defaults to the limit of its driver. */
  idleMsMax: number | undefined
  clock: Clock
}

export function createOpenEngine(parts: EngineParts): OpenEngine {
  return (spec, listener, signal) => {
    const { engine } = spec
    switch (engine.kind) {
      case 'llama':
        return openFromFile(parts, { spec, engine, listener, signal })
      case 'openai-http':
        return openBeside(parts, { engine, listener, signal })
      default:
        return assertNever(engine)
    }
  }
}

type LlamaOrder = Extract<ServeSpec['engine'], { kind: 'llama' }>
type HttpOrder = Extract<ServeSpec['engine'], { kind: 'openai-http' }>

interface Opening<T> {
  engine: T
  listener: OpeningListener
  signal: AbortSignal
}

async function openFromFile(
  { findLlama, findSandbox, threads, idleMsMax, store, clock }: EngineParts,
  { spec, engine, listener, signal }: Opening<LlamaOrder> & { spec: ServeSpec },
): Promise<Engine> {
  const llama = findLlama()
  // The remedy names a folder of the machine: only its owner sees that, with the machine's capabilities.
  if ('missing' in llama) throw new EngineUnavailable(`${llama.missing}.`)
  const sandbox = await findSandbox()
  if (sandbox !== undefined && 'missing' in sandbox)
    throw new EngineUnavailable(`${sandbox.missing}.`)
  const { sources } = engine
  const file = await store.fetch({ sources, onProgress: listener.onFetched, signal })
  listener.onLoading()
  const opened = await openLlama({
    library: llama.library,
    sandbox,
    file: file.path,
    slots: spec.slots,
    contextTokensMax: engine.context_tokens,
    threads,
    clock,
    idleMsMax,
    signal,
  })
  return { ...opened, quantization: file.quantization ?? opened.quantization }
}

async function openBeside(
  { hosts, engineKey, idleMsMax, clock }: EngineParts,
  { engine, listener, signal }: Opening<HttpOrder>,
): Promise<Engine> {
  listener.onLoading()
  const baseUrl = new URL(engine.base_url)
  hosts.allowEngine(baseUrl)
  const { upstream_model: upstreamModel, context_tokens: contextTokens } = engine
  return openOpenAiHttp({
    ...{ baseUrl, upstreamModel, contextTokens, key: engineKey, clock, signal },
    ...(idleMsMax === undefined ? {} : { idleMsMax: { stream: idleMsMax, whole: idleMsMax } }),
  })
}
