import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { GgufBroken, readGgufMetadata } from './gguf-metadata.ts'
import { vocabularyOf } from './vocabulary.ts'

/** The result of the thread for the bytes that it was started with. */
export type HeadRead =
  /** `json`: `null` if the vocabulary is of an unsupported kind. */
  | { kind: 'vocabulary'; json: string | null }
  /** More bytes are needed. */
  | { kind: 'ends_early' }
  | { kind: 'broken'; why: string }

parentPort?.postMessage(read(z.instanceof(Uint8Array).parse(workerData)))

function read(bytes: Uint8Array): HeadRead {
  try {
    const metadata = readGgufMetadata(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    if (metadata === undefined) return { kind: 'ends_early' }
    const vocabulary = vocabularyOf(metadata)
    return {
      kind: 'vocabulary',
      json: vocabulary === undefined ? null : JSON.stringify(vocabulary),
    }
  } catch (error) {
    if (!(error instanceof GgufBroken)) throw error
    return { kind: 'broken', why: error.message }
  }
}
