import { Worker } from 'node:worker_threads'
import type { Clock } from '@gridloom/async/clock'
import { nextMessage } from '../../../platform/threads/next-message.ts'
import type { HeadRead } from './vocabulary-thread.ts'
import { VocabularyUnavailable } from './vocabulary-unavailable.ts'

interface ReadVocabularyOptions {
  clock: Clock
  signal: AbortSignal
  /** The limit of the thread's own heap. */
  heapMiBMax?: number
}

const readMsMax = 30_000
/** A head of 64 MiB can contain as many values as it has bytes. */
const usualHeapMiBMax = 768

/**
 * Reads the vocabulary in the head of a model's file, in a separate thread with limits of time and memory: the file is
 * untrusted, and parsing a large one takes seconds. @throws VocabularyUnavailable if it is broken, or exceeds the
 * limits
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
