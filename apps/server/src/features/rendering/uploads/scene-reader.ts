import { Worker } from 'node:worker_threads'
import type { SceneContents } from '@gridloom/contract/blend-facts'
import { Refused } from '@gridloom/contract/errors'
import type { Clock } from '../../../platform/clock.ts'
import type { SceneAnswer } from './scene-thread.ts'

/** Reads what a stranger's scene is, apart from everything else. */
export interface SceneReader {
  /** @throws Refused `scene_broken`, with a reason that its owner understands */
  read(scene: { file: string; fileName: string }, signal: AbortSignal): Promise<SceneContents>
}

interface Options {
  clock: Clock
  /** How many are read at once; more of them wait. */
  threads?: number
  timeLimitMs?: number
  /** Of a thread's own heap; the reader keeps bytes outside it, within limits of its own. */
  heapMiBMax?: number
  /** The script of a thread; tests have others. */
  script?: URL
}

const usualThreads = 2
const usualTimeLimitMs = 60_000
const usualHeapMiBMax = 512

/** Each scene in a thread of its own with a limit of time and memory, so that one that is made to hurt hurts nobody. */
export function createSceneReader(options: Options): SceneReader {
  const { threads = usualThreads } = options
  const waiting: (() => void)[] = []
  let reading = 0
  return {
    async read(scene, signal) {
      while (reading >= threads) await new Promise<void>((resolve) => waiting.push(resolve))
      reading += 1
      try {
        signal.throwIfAborted()
        return contentsOf(await answerOf(scene, { ...options, signal }))
      } finally {
        reading -= 1
        waiting.shift()?.()
      }
    },
  }
}

function contentsOf(answer: SceneAnswer): SceneContents {
  if (answer.kind === 'contents') return answer.contents
  throw new Refused('scene_broken', {
    details: { why: answer.why },
    ...(answer.internal === undefined ? {} : { internal: answer.internal }),
  })
}

async function answerOf(
  scene: { file: string; fileName: string },
  options: Options & { signal: AbortSignal },
): Promise<SceneAnswer> {
  const { clock, signal, timeLimitMs = usualTimeLimitMs, heapMiBMax = usualHeapMiBMax } = options
  const over = new AbortController()
  const worker = new Worker(options.script ?? new URL('./scene-thread.ts', import.meta.url), {
    workerData: scene,
    resourceLimits: { maxOldGenerationSizeMb: heapMiBMax },
  })
  try {
    return await new Promise<SceneAnswer>((resolve, reject) => {
      const broken = (why: string) => resolve({ kind: 'broken', why })
      worker.once('message', resolve)
      worker.once('error', (error) => {
        const why = 'Reading it takes too much memory.'
        if (isOutOfMemory(error)) broken(why)
        else reject(error)
      })
      worker.once('exit', (code) => reject(new Error(`reading a scene ended with ${code}`)))
      const given = () => reject(signal.reason)
      signal.addEventListener('abort', given, { signal: over.signal })
      clock.sleep(timeLimitMs, over.signal).then(
        () => broken('Reading it takes too long.'),
        // @NOTE the answer was there first.
        () => {},
      )
    })
  } finally {
    over.abort()
    await worker.terminate()
  }
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
