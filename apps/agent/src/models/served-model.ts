import { isDeepStrictEqual } from 'node:util'
import { backOffMs } from '@gridloom/async/back-off'
import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import type {
  AnswerPart,
  AnswerRequest,
  Embedded,
  EmbedInput,
  ServeReport,
  ServeSpec,
} from '@gridloom/contract/agent/models'
import { aborted } from '../host/aborted.ts'
import type { Random } from '../host/random.ts'
import { AgentRefused } from '../refused.ts'
import { type Engine, EngineUnavailable } from './engine.ts'
import { EngineHolder } from './engine-holder.ts'
import { untilIdle } from './idle-watch.ts'
import { isLong, piecesOf } from './long-parts.ts'
import type { OpenEngine, OpeningListener } from './open-engine.ts'
import { withAcceptance } from './report-acceptance.ts'
import { createSlots, type Slots } from './slots.ts'

export interface ServedModelOptions {
  openEngine: OpenEngine
  clock: Clock
  random: Random
  /** An engine in the agent's care is unloaded after this time without a request; `null`: never. */
  idleAfterMs: number | null
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
 *     fetching → loading → serving ⇄ unloaded (serving still: the next answer loads it)
 *         ↑         ↓          ↓
 *         └───── failed ←──────┘
 */
export class ServedModel {
  readonly #options: ServedModelOptions
  readonly #slots: Slots
  readonly #stop = new AbortController()
  readonly #life: Promise<void>
  #spec: ServeSpec
  readonly #holder = new EngineHolder()
  #state: State
  #hasEnded = false

  constructor(spec: ServeSpec, options: ServedModelOptions) {
    this.#spec = spec
    this.#options = options
    const phase = spec.engine.kind === 'llama' ? 'fetching' : 'loading'
    this.#state = { ...nothingYet, phase }
    const { clock } = options
    this.#slots = createSlots(spec.slots, { clock, onChange: () => this.#notify() })
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
    const { engine, facts, isCold } = this.#holder
    return {
      endpoint_id: this.#spec.endpoint_id,
      observed_generation: this.#spec.generation,
      phase,
      fetched_bytes: fetchedBytes,
      total_bytes: totalBytes,
      problem: problem ?? engine?.shortfall?.() ?? null,
      context_tokens: facts?.contextTokens ?? null,
      quantization: facts?.quantization ?? null,
      features: [...(facts?.features ?? [])],
      cold: isCold,
      load_ms: facts === undefined ? null : Math.round(facts.loadMs),
      busy: this.#slots.busy,
      queued: this.#slots.queued,
    }
  }

  /** @throws AgentRefused `not_serving`, `busy`, and those of the engine */
  async *answer(request: AnswerRequest, signal: AbortSignal): AsyncGenerator<AnswerPart, void> {
    this.#requireServing()
    const release = await this.#slots.take(signal)
    try {
      const parts = (await this.#engine(signal)).answer(request, signal)
      const reported = request.report_taken === true
      for await (const part of reported ? withAcceptance(parts, this.#options.clock) : parts)
        if (isLong(part)) yield* piecesOf(part)
        else yield part
    } finally {
      release()
    }
  }

  /** @throws as {@link ServedModel.answer} does */
  async embed(input: readonly EmbedInput[], signal: AbortSignal): Promise<Embedded> {
    this.#requireServing()
    const release = await this.#slots.take(signal)
    try {
      return await (await this.#engine(signal)).embed(input, signal)
    } finally {
      release()
    }
  }

  /** `drain` lets answers under way finish, for a minute at most. Resolves when nothing of the model runs any more. */
  async end(mode: 'drain' | 'now'): Promise<void> {
    this.#hasEnded = true
    if (mode === 'drain' && this.#holder.engine !== undefined) await this.#drained()
    this.#stop.abort()
    await this.#life
  }

  async #drained(): Promise<void> {
    const limit = createDeadline(this.#options.clock, drainMsMax)
    await Promise.race([this.#slots.idle(), aborted(limit.signal)]).finally(limit.done)
  }

  #requireServing(): void {
    if (this.#holder.facts !== undefined) return
    const why = this.#state.problem ?? `The model is ${this.#state.phase} still.`
    throw new AgentRefused('not_serving', why)
  }

  #engine(signal: AbortSignal): Promise<Engine> | Engine {
    this.#requireServing()
    return this.#holder.engine ?? this.#holder.get(signal)
  }

  /** Opens the engine, serves, and opens it again until it is stopped. */
  async #live(): Promise<void> {
    const { clock, random } = this.#options
    const { signal } = this.#stop
    for (let losses = 1; !signal.aborted; losses += 1) {
      const startedMs = clock.monotonicMs()
      const problem = await this.#serveOnce(signal)
      if (signal.aborted) return
      if (problem === undefined) {
        await this.#holder.wanted(signal)
        losses = 0
        continue
      }
      this.#holder.fail(problem)
      this.#become({ ...nothingYet, phase: 'failed', problem })
      if (clock.monotonicMs() - startedMs >= retryDelays.stableAfterMs) losses = 1
      // @NOTE an aborted sleep ends this loop
      await clock
        .sleep(backOffMs(retryDelays, losses, random.next()), signal)
        .catch(() => undefined)
    }
  }

  /** Serves until the engine ends, and returns the reason; `undefined`: it was unloaded while idle. */
  async #serveOnce(signal: AbortSignal): Promise<string | undefined> {
    const { clock, openEngine } = this.#options
    const startedMs = clock.monotonicMs()
    try {
      const engine = await openEngine(this.#spec, this.#listener(), signal)
      this.#holder.open(engine, clock.monotonicMs() - startedMs)
      this.#become({ ...nothingYet, phase: 'serving' })
      const why = await this.#untilOver(engine, signal)
      this.#holder.take(why === undefined ? 'cold' : 'gone')
      if (why === undefined) this.#notify()
      await engine.close()
      return why
    } catch (cause) {
      if (signal.aborted) return 'stopped'
      if (cause instanceof EngineUnavailable) return cause.message
      this.#options.onFailure(cause)
      return 'Something went wrong on this machine. See the agent log for details.'
    }
  }

  async #untilOver(engine: Engine, signal: AbortSignal): Promise<string | undefined> {
    const { clock, idleAfterMs } = this.#options
    const isOurs = this.#spec.engine.kind === 'llama'
    const watch = { clock, slots: this.#slots, idleAfterMs: isOurs ? idleAfterMs : null }
    const over = new AbortController()
    const ended = Promise.race([engine.ended, aborted(signal).then(() => 'stopped')])
    try {
      for (;;) {
        const why = await Promise.race([ended, untilIdle(watch, over.signal)])
        // An answer may have begun in between.
        if (why !== undefined || this.#slots.busy + this.#slots.queued === 0)
          return why ?? undefined
      }
    } finally {
      over.abort()
    }
  }

  /** While an unloaded engine is opened again, the model counts as serving: its answers wait. */
  #listener(): OpeningListener {
    if (this.#holder.isCold) return { onFetched: () => {}, onLoading: () => {} }
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
