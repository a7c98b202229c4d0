import { aborted } from '../host/aborted.ts'
import { AgentRefused } from '../refused.ts'
import type { Engine } from './engine.ts'

/** Facts about an engine that are known even while it is unloaded. */
export interface EngineFacts extends Pick<Engine, 'contextTokens' | 'quantization' | 'features'> {
  /** How long it took to load. */
  readonly loadMs: number
}

/** The engine of a model: open, unloaded while it gets no requests, or not available. */
export class EngineHolder {
  #engine: Engine | undefined
  #facts: EngineFacts | undefined
  #isCold = false
  #opening = Promise.withResolvers<Engine>()
  #wanted = Promise.withResolvers<void>()

  get engine(): Engine | undefined {
    return this.#engine
  }

  /** Known while the engine is open or unloaded. */
  get facts(): EngineFacts | undefined {
    // What an engine beside the agent can do is probed further while it is open.
    if (this.#engine !== undefined && this.#facts !== undefined)
      return { ...this.#facts, features: this.#engine.features }
    return this.#isCold ? this.#facts : undefined
  }

  get isCold(): boolean {
    return this.#isCold
  }

  open(engine: Engine, loadMs: number): void {
    const { contextTokens, quantization, features } = engine
    this.#engine = engine
    this.#facts = { contextTokens, quantization, features, loadMs }
    this.#isCold = false
    this.#opening.resolve(engine)
  }

  /** Takes the engine out. `cold`: the next answer opens it again. */
  take(next: 'cold' | 'gone'): void {
    this.#engine = undefined
    this.#isCold = next === 'cold'
    this.#opening = Promise.withResolvers<Engine>()
    this.#wanted = Promise.withResolvers<void>()
  }

  /** The engine could not be opened again: those who wait are refused. */
  fail(problem: string): void {
    this.#isCold = false
    // @NOTE those who wait for it receive the rejection.
    this.#opening.promise.catch(() => undefined)
    this.#opening.reject(new AgentRefused('engine_failed', problem))
  }

  /** Resolves when an answer wants the unloaded engine, or the signal aborts. */
  async wanted(signal: AbortSignal): Promise<void> {
    await Promise.race([this.#wanted.promise, aborted(signal)])
  }

  /** The engine, opened first if it was unloaded. @throws AgentRefused `engine_failed`, the signal's reason */
  async get(signal: AbortSignal): Promise<Engine> {
    if (this.#engine !== undefined) return this.#engine
    this.#wanted.resolve()
    const left = aborted(signal).then(() => Promise.reject(signal.reason))
    return Promise.race([this.#opening.promise, left])
  }
}
