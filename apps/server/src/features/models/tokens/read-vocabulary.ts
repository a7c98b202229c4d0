import { Worker } from 'node:worker_threads'
import type { Clock } from '@gridloom/async/clock'
import { nextMessage } from '../../../platform/threads/next-message.ts'
import type { HeadRead } from './vocabulary-thread.ts'
import { VocabularyUnavailable } from './vocabulary-unavailable.ts'

interface ReadVocabularyOptions {
  clock: Clock
  signal: AbortSignal
  /** Of the thread's own heap. */
  heapMiBMax?: number
}

const readMsMax = 30_000
/** A head of 64 MiB can hold as many values as it has bytes. */
const usualHeapMiBMax = 768

/**
 * Reads the vocabulary in the head of a model's file, in a thread of its own with a limit of time and memory: the file is
 * somebody else's, and reading a large one takes seconds. @throws VocabularyUnavailable where it is broken, or beyond the limits
 */
export async function readVocabulary(
  head: Uint8Array,
  { clock, signal, heapMiBMax = usualHeapMiBMax }: ReadVocabularyOptions,
): Promise<Exclude<HeadRead, { kind: 'broken' }>> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./vocabulary-thread.ts', import.meta.url), {
    workerData: head,
    resourceLimits: { maxOldGenerationSizeMb: heapMiBMax },
  })
  try {
    const read = await nextMessage<HeadRead>(worker, { clock, msMax: readMsMax, signal })
    if (read.kind === 'broken') throw new VocabularyUnavailable(read.why)
    return read
  } finally {
    await worker.terminate()
  }
}
