import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { ModelSource } from '@gridloom/contract/models/model'

/** The tiny real model: a Llama of a million parameters with a chat template and 1,024 tokens of context. */
export const tinyModelFile = fileURLToPath(
  new URL('../../fixtures/models/tinychat-1m-q8.gguf', import.meta.url),
)

/** A hub that serves the tiny model, over real HTTP. */
export interface ModelHub extends AsyncDisposable {
  /** The source of the file, with its true size and hash, overridden by `changes`. */
  source(changes?: { sha256?: string; path?: '/whole' | '/cut' }): ModelSource
  /** How often a file was requested. */
  readonly fetches: number
}

export async function startModelHub(): Promise<ModelHub> {
  const bytes = await readFile(tinyModelFile)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  let fetches = 0
  const server = createServer((request, response) => {
    fetches += 1
    // The cut file lacks its second half, without any error.
    const isCut = request.url === '/cut'
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    response.end(isCut ? bytes.subarray(0, bytes.length / 2) : bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    get fetches() {
      return fetches
    },
    source: ({ path = '/whole', ...changes } = {}) => ({
      kind: 'url',
      url: `http://127.0.0.1:${address.port}${path}`,
      bytes: bytes.length,
      sha256,
      quantization: 'Q8_0',
      ...changes,
    }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
