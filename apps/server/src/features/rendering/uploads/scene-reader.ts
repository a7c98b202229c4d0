import { Worker } from 'node:worker_threads'
import type { Clock } from '@gridloom/async/clock'
import { Refused } from '@gridloom/contract/errors'
import type { SceneContents } from '@gridloom/contract/rendering/blend-facts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import {
  nextMessage,
  ThreadFailed,
  type ThreadProblem,
} from '../../../platform/threads/next-message.ts'
import type { SceneAnswer } from './scene-thread.ts'

/** Reads untrusted scenes, isolated from the rest of the server. */
export interface SceneReader {
  /** Reads a scene. @throws Refused `scene_broken`, with a reason for its owner; `too_many_requests` */
  read(scene: { file: string; fileName: string }, signal: AbortSignal): Promise<SceneContents>
}

interface SceneReaderOptions {
  clock: Clock
  /** The number of scenes read at once; more of them wait. */
  threads?: number
  timeLimitMs?: number
  /** The limit of a thread's own heap; the reader keeps bytes outside it, within its own limits. */
  heapMiBMax?: number
  /** The script of a thread; tests use others. */
  script?: URL
}

const usualThreads = 2
const waitingMax = 1_000
const usualTimeLimitMs = 60_000
const usualHeapMiBMax = 512

/**
 * Creates the scene reader. Each scene is read in a thread with limits of time and memory: a hostile one ends only its
 * thread.
 */
export function createSceneReader(options: SceneReaderOptions): SceneReader {
  const { threads = usualThreads } = options
  const enqueue = createFairQueue({ concurrency: threads, waitingMax })
  return {
    read: (scene, signal) =>
      enqueue(async () => {
        signal.throwIfAborted()
        return contentsOf(await answerOf(scene, { ...options, signal }))
      }),
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
  options: SceneReaderOptions & { signal: AbortSignal },
): Promise<SceneAnswer> {
  const { clock, signal, timeLimitMs = usualTimeLimitMs, heapMiBMax = usualHeapMiBMax } = options
  const worker = new Worker(options.script ?? new URL('./scene-thread.ts', import.meta.url), {
    workerData: scene,
    resourceLimits: { maxOldGenerationSizeMb: heapMiBMax },
  })
  try {
    return await nextMessage<SceneAnswer>(worker, { clock, msMax: timeLimitMs, signal })
  } catch (error) {
    if (!(error instanceof ThreadFailed) || error.problem === 'ended') throw error
    return { kind: 'broken', why: beyondLimits[error.problem] }
  } finally {
    await worker.terminate()
  }
}

const beyondLimits = {
  memory: 'It needs too much memory to read.',
  time: 'It takes too long to read.',
} as const satisfies Record<Exclude<ThreadProblem, 'ended'>, string>
