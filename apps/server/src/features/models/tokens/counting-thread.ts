import type { Clock } from '@gridloom/async/clock'
import type { Log } from '../../../platform/log.ts'
import { createJobThread } from '../../../platform/threads/job-thread.ts'
import type { Countable, CountOrder, TokenCountResult } from './token-thread.ts'
import type { Vocabularies } from './vocabularies.ts'

/** A thread that counts one text at a time; it is restarted after a crash or a timeout. */
export interface CountingThread extends AsyncDisposable {
  /** Returns the tokens; `undefined` if there is no usable vocabulary. @throws ThreadFailed */
  count(key: string, what: Countable): Promise<number | undefined>
}

export interface ThreadOptions {
  clock: Clock
  log: Log
  vocabularies: Pick<Vocabularies, 'read'>
  /** Far longer than the longest text takes: beyond it, the thread is stuck. */
  countMsMax: number
}

const learnMsMax = 20_000
/** Vocabularies of 150,000 tokens take some 60 MiB each. */
const knownMax = 8
const heapMiBMax = 1_024
/** The wait before a vocabulary that could not be read is tried again. */
const badForMs = 10 * 60_000

export function createCountingThread(options: ThreadOptions): CountingThread {
  const { clock, log, vocabularies, countMsMax } = options
  /** In order of last use, the latest last. */
  const known = new Set<string>()
  const badUntilMs = new Map<string, number>()
  const thread = createJobThread<CountOrder, TokenCountResult>({
    ...{ clock, heapMiBMax },
    script: new URL('./token-thread.ts', import.meta.url),
    onEnd: () => known.clear(),
  })

  /**
   * Loads a vocabulary into the thread. Returns `false` if there is none, or it is bad. A bad one is skipped for a
   * while, as otherwise each count would load it again.
   */
  async function learn(key: string): Promise<boolean> {
    if (clock.monotonicMs() < (badUntilMs.get(key) ?? 0)) return false
    const vocabulary = await vocabularies.read(key)
    if (vocabulary === undefined) return false
    badUntilMs.set(key, clock.monotonicMs() + badForMs)
    const learnt = await thread.ask({ kind: 'learn', key, vocabulary }, learnMsMax)
    if ('problem' in learnt) {
      log.warn(
        { event: 'vocabulary.refused', key, problem: learnt.problem },
        'a vocabulary cannot be counted with',
      )
      return false
    }
    badUntilMs.delete(key)
    const [oldest] = known
    if (known.size >= knownMax && oldest !== undefined) {
      known.delete(oldest)
      thread.post({ kind: 'forget', key: oldest })
    }
    return true
  }

  return {
    async count(key, what) {
      if (!known.has(key) && !(await learn(key))) return undefined
      known.delete(key)
      known.add(key)
      const counted = await thread.ask({ kind: 'count', key, what }, countMsMax)
      if ('tokens' in counted) return counted.tokens
      log.warn(
        { event: 'token_count.refused', key, problem: counted.problem },
        'a text could not be counted',
      )
      return undefined
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
