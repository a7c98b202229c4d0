import type { AnswerPart, ServeSpec } from '@gridloom/contract/agent/models'
import type { Engine } from '../src/models/engine.ts'
import type { OpenEngine, OpeningListener } from '../src/models/open-engine.ts'

/** One opening of an engine, under the control of the test. */
export interface Opening {
  spec: ServeSpec
  listener: OpeningListener
  signal: AbortSignal
  /** Opens the engine. `shortfall`: what the engine reports to lack. */
  succeed(shortfall?: string): void
  fail(cause: Error): void
  /** Ends the open engine, as a crash does. */
  die(why: string): void
  isClosed(): boolean
  /** Answers in progress: each ends when the test calls `finish`. */
  answers: { finish(): void }[]
}

/** A driver without an engine: the test decides the result of each opening. */
export function createFakeEngines(): { open: OpenEngine; openings: Opening[] } {
  const openings: Opening[] = []
  const open: OpenEngine = (spec, listener, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<Engine>()
    const ended = Promise.withResolvers<string>()
    const answers: Opening['answers'] = []
    let isClosed = false
    const engine: Engine = {
      contextTokens: 1_024,
      quantization: 'Q8_0',
      features: ['chat'],
      answer: async function* () {
        const over = Promise.withResolvers<void>()
        answers.push({ finish: over.resolve })
        yield { kind: 'text', text: 'Hi', tokens: 1 }
        await Promise.race([over.promise, ended.promise])
        yield anEnd
      },
      embed: async (input) => ({ vectors: input.map(() => [1]), input_tokens: input.length }),
      ended: ended.promise,
      close: async () => {
        isClosed = true
        ended.resolve('closed')
      },
    }
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    openings.push({
      spec,
      listener,
      signal,
      answers,
      succeed: (shortfall) => resolve({ ...engine, shortfall: () => shortfall ?? null }),
      fail: reject,
      die: ended.resolve,
      isClosed: () => isClosed,
    })
    return promise
  }
  return { open, openings }
}

const anEnd: AnswerPart = {
  kind: 'end',
  reason: 'stop',
  problem: null,
  counts: { input_tokens: 1, cached_tokens: 0, output_tokens: 1 },
}
