import type { Clock } from '@gridloom/async/clock'
import type { Log } from '../../../platform/log.ts'
import { createJobThread } from '../../../platform/threads/job-thread.ts'
import type { Countable, Counted, CountOrder } from './token-thread.ts'
import type { Vocabularies } from './vocabularies.ts'

/** A thread that counts one thing at a time; it is begun anew where one ended it, or took too long. */
export interface CountingThread extends AsyncDisposable {
  /** `undefined` where there is no vocabulary, or none that can be counted with. @throws ThreadFailed */
  count(key: string, what: Countable): Promise<number | undefined>
}

export interface ThreadOptions {
  clock: Clock
  log: Log
  vocabularies: Pick<Vocabularies, 'read'>
  /** Far beyond what its longest text takes: then something is wrong with one that takes longer. */
  countMsMax: number
}

const learnMsMax = 20_000
/** Vocabularies of 150,000 tokens take some 60 MiB each. */
const knownMax = 8
const heapMiBMax = 1_024
/** A vocabulary that could not be read is tried again after this. */
const badForMs = 10 * 60_000

export function createCountingThread(options: ThreadOptions): CountingThread {
  const { clock, log, vocabularies, countMsMax } = options
  /** Those last used last. */
  const known = new Set<string>()
  const badUntilMs = new Map<string, number>()
  const thread = createJobThread<CountOrder, Counted>({
    ...{ clock, heapMiBMax },
    script: new URL('./token-thread.ts', import.meta.url),
    onEnd: () => known.clear(),
  })

  /** `false`: there is none, or it is bad. What is bad is left alone for a while, or each count would try it again. */
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
