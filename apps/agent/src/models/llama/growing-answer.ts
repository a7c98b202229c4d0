import type { Clock } from '@gridloom/async/clock'
import { type AnswerPart, noTokens, type PromptCounts } from '@gridloom/contract/agent/models'
import { AgentRefused } from '../../refused.ts'
import { brokenEnd } from '../engine.ts'
import { createPartQueue } from '../part-queue.ts'
import { type RequestMessage, refusedAs } from './worker-messages.ts'

/** The limit of an answer's text. */
interface AnswerBounds {
  charsMax: number
  onBeyond(): void
}

/** An answer that the process of its model generates while it is read. */
export class GrowingAnswer {
  readonly #clock: Clock
  readonly #bounds: AnswerBounds
  readonly #queue = createPartQueue()
  #tokens = 0
  #chars = 0
  #read: PromptCounts | undefined
  /** `undefined` until the first text comes. */
  #firstAtMs: number | undefined

  constructor(clock: Clock, bounds: AnswerBounds) {
    this.#clock = clock
    this.#bounds = bounds
  }

  read(): AsyncGenerator<AnswerPart, void> {
    return this.#queue.read()
  }

  /** Ends the answer after its reader left. */
  leave(): void {
    this.#queue.end()
  }

  receive(word: RequestMessage): void {
    switch (word.kind) {
      case 'read':
        this.#read = word.counts
        return
      case 'text':
      case 'reasoning':
        this.#add(word)
        return
      case 'end':
        this.#end(word)
        return
      case 'aborted':
        this.leave()
        return
      case 'refused':
        if (this.#firstAtMs === undefined) this.#queue.fail(refusedAs(word.refusal))
        else this.break(word.refusal.text)
        return
      case 'embedded':
    }
  }

  /** Ends the answer as failed: the text before counts. */
  break(why: string): void {
    if (this.#firstAtMs === undefined) {
      this.#queue.fail(new AgentRefused('engine_failed', why))
      return
    }
    const counts = { ...noTokens, ...this.#read, output_tokens: this.#tokens }
    this.#queue.put(brokenEnd(why, counts))
    this.#queue.end()
  }

  #add({ kind, text, tokens }: Extract<RequestMessage, { kind: 'text' | 'reasoning' }>): void {
    this.#chars += text.length
    if (this.#chars > this.#bounds.charsMax) {
      this.#bounds.onBeyond()
      return
    }
    const isFirst = this.#firstAtMs === undefined
    this.#firstAtMs ??= this.#clock.monotonicMs()
    this.#tokens += tokens
    const read = isFirst && this.#read !== undefined ? { read: this.#read } : {}
    this.#queue.put({ kind, text, tokens, ...read })
  }

  #end({ reason, counts }: Extract<RequestMessage, { kind: 'end' }>): void {
    const firstAtMs = this.#firstAtMs
    const times = firstAtMs === undefined ? {} : { made_ms: this.#clock.monotonicMs() - firstAtMs }
    this.#queue.put({ kind: 'end', reason, problem: null, counts, ...times })
    this.#queue.end()
  }
}
