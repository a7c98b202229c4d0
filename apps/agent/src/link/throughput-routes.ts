import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { coreCalls } from '@gridloom/contract/agent/core-calls'
import { handleDownload, handleUpload } from './handle.ts'
import type { Route } from './router.ts'

const blockBytes = 256 * 1024

/** Receives and sends bytes, so that the control plane can time the connection by its own clock. */
export const throughputRoutes: readonly Route[] = [
  handleUpload(coreCalls.sendThroughput, async ({ bytes }) => {
    let received_bytes = 0
    for await (const part of bytes) received_bytes += part.length
    return { received_bytes }
  }),
  handleDownload(coreCalls.fetchThroughput, ({ query: { bytes } }) => ({
    open: () => Readable.from(noise(bytes), { objectMode: false }),
  })),
]

/** Yields random bytes, so that no compression on the way makes the connection look faster. */
function* noise(bytes: number): Generator<Buffer, void> {
  const block = randomBytes(Math.min(bytes, blockBytes))
  for (let left = bytes; left > 0; left -= block.length)
    yield left >= block.length ? block : block.subarray(0, left)
}
