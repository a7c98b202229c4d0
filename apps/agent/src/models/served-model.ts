import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import type {
  AnswerPart,
  AnswerRequest,
  Embedded,
  ServeReport,
  ServeSpec,
} from '@gridloom/contract/agent/models'
import { aborted } from '../host/aborted.ts'
import type { Random } from '../host/random.ts'
import { AgentRefused } from '../refused.ts'
import { type Engine, EngineUnavailable } from './engine.ts'
import type { OpenEngine, OpeningListener } from './open-engine.ts'
import { createSlots, type Slots } from './slots.ts'

export interface ServedModelOptions {
  openEngine: OpenEngine
  clock: Clock
  random: Random
  /** Called whenever the report changes. */
  onChange(model: ServedModel): void
  /** Called with internal errors, which are not shown to users. */
  onFailure(cause: unknown): void
}

export const retryDelays = { firstMs: 1_000, longestMs: 60_000, stableAfterMs: 60_000 }
/** Longest time for answers under way to finish when their model is withdrawn. */
export const drainMsMax = 60_000

interface State {
  phase: ServeReport['phase']
  problem: string | null
  fetchedBytes: number | null
  totalBytes: number | null
}

const nothingYet = { problem: null, fetchedBytes: null, totalBytes: null }

/**
 * One model that is served: fetched, opened, and opened again with growing delays when its engine dies.
 *
 *     fetching → loading → serving
 *         ↑         ↓          ↓
 *         └───── failed ←──────┘
 */
export class ServedModel {
  readonly #options: ServedModelOptions
  readonly #slots: Slots
  readonly #stop = new AbortController()
  readonly #life: Promise<void>
  #spec: ServeSpec
  #engine: Engine | undefined
  #state: State
  #hasEnded = false

  constructor(spec: ServeSpec, options: ServedModelOptions) {
    this.#spec = spec
    this.#options = options
    const phase = spec.engine.kind === 'llama' ? 'fetching' : 'loading'
    this.#state = { ...nothingYet, phase }
    this.#slots = createSlots(spec.slots, () => this.#notify())
    this.#life = this.#live()
    this.#notify()
  }

  get spec(): ServeSpec {
    return this.#spec
  }

  /** Adopts a spec that asks for the same work, and ignores an older one; returns false if a new model is needed. */
  continuesWith(spec: ServeSpec): boolean {
    if (spec.generation < this.#spec.generation) return true
    if (!isSameWork(spec, this.#spec)) return false
    if (spec.generation > this.#spec.generation) {
      this.#spec = spec
      this.#notify()
    }
    return true
  }

  report(): ServeReport {
    const { phase, problem, fetchedBytes, totalBytes } = this.#state
    const engine = this.#engine
    return {
      endpoint_id: this.#spec.endpoint_id,
      observed_generation: this.#spec.generation,
      phase,
      fetched_bytes: fetchedBytes,
      total_bytes: totalBytes,
      problem: problem ?? engine?.shortfall?.() ?? null,
      context_tokens: engine?.contextTokens ?? null,
      quantization: engine?.quantization ?? null,
      features: [...(engine?.features ?? [])],
      busy: this.#slots.busy,
      queued: this.#slots.queued,
    }
  }

  /** @throws AgentRefused `not_serving`, `busy`, and those of the engine */
  async *answer(request: AnswerRequest, signal: AbortSignal): AsyncGenerator<AnswerPart, void> {
    this.#serving()
    const release = await this.#slots.take(signal)
    try {
      yield* this.#serving().answer(request, signal)
    } finally {
      release()
    }
  }

  /** @throws as {@link ServedModel.answer} does */
  async embed(input: readonly string[], signal: AbortSignal): Promise<Embedded> {
    this.#serving()
    const release = await this.#slots.take(signal)
    try {
      return await this.#serving().embed(input, signal)
    } finally {
      release()
    }
  }

  /** `drain` lets answers under way finish, for a minute at most. Resolves when nothing of the model runs any more. */
  async end(mode: 'drain' | 'now'): Promise<void> {
    this.#hasEnded = true
    if (mode === 'drain' && this.#engine !== undefined) await this.#drained()
    this.#stop.abort()
    await this.#life
  }

  async #drained(): Promise<void> {
    const limit = createDeadline(this.#options.clock, drainMsMax)
    await Promise.race([this.#slots.idle(), aborted(limit.signal)]).finally(limit.done)
  }

  #serving(): Engine {
    if (this.#engine !== undefined) return this.#engine
    const why = this.#state.problem ?? `The model is ${this.#state.phase} still.`
    throw new AgentRefused('not_serving', why)
  }

  /** Opens the engine, serves, and opens it again until it is stopped. */
  async #live(): Promise<void> {
    const { clock, random } = this.#options
    const { signal } = this.#stop
    for (let losses = 1; !signal.aborted; losses += 1) {
      const startedMs = clock.monotonicMs()
      const problem = await this.#serveOnce(signal)
      if (signal.aborted) return
      this.#become({ ...nothingYet, phase: 'failed', problem })
      if (clock.monotonicMs() - startedMs >= retryDelays.stableAfterMs) losses = 1
      const stepMs = Math.min(retryDelays.longestMs, retryDelays.firstMs * 2 ** (losses - 1))
      // @NOTE an aborted sleep ends this loop
      await clock.sleep(stepMs * (0.5 + random.next() / 2), signal).catch(() => undefined)
    }
  }

  /** Serves until the engine ends, and returns the reason. */
  async #serveOnce(signal: AbortSignal): Promise<string> {
    try {
      const engine = await this.#options.openEngine(this.#spec, this.#listener(), signal)
      this.#engine = engine
      this.#become({ ...nothingYet, phase: 'serving' })
      const why = await Promise.race([engine.ended, aborted(signal).then(() => 'stopped')])
      this.#engine = undefined
      await engine.close()
      return why
    } catch (cause) {
      if (signal.aborted) return 'stopped'
      if (cause instanceof EngineUnavailable) return cause.message
      this.#options.onFailure(cause)
      return 'Something went wrong on this machine; the log of its agent says what.'
    }
  }

  #listener(): OpeningListener {
    return {
      onFetched: (fetchedBytes, totalBytes) =>
        this.#become({ phase: 'fetching', problem: null, fetchedBytes, totalBytes }),
      onLoading: () => this.#become({ ...nothingYet, phase: 'loading' }),
    }
  }

  #become(state: State): void {
    this.#state = state
    this.#notify()
  }

  /** Reports nothing after the end: another model may already be served under the same id. */
  #notify(): void {
    if (!this.#hasEnded) this.#options.onChange(this)
  }
}

/** Returns whether two specs ask for the same work: a new price or name is no reason to load a model again. */
function isSameWork(one: ServeSpec, other: ServeSpec): boolean {
  return one.slots === other.slots && isDeepStrictEqual(one.engine, other.engine)
}
