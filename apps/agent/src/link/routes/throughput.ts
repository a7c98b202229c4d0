import { randomBytes } from 'node:crypto'
import { agentPaths } from '@gridloom/contract/agent/protocol'
import { z } from 'zod'
import { bytesOf, type Call, parsePart, replyJson, writeWhenRoom } from '../call.ts'
import type { Route } from '../router.ts'

const Amount = z.object({
  bytes: z.coerce
    .number()
    .int()
    .min(1)
    .max(1024 ** 3),
})
const pieceBytes = 256 * 1024

/** Takes or gives bytes so that the control plane can time the line: what it measures it may believe. */
export const throughputRoute: Route = {
  path: agentPaths.throughput,
  answers: { POST: takeBytes, GET: giveBytes },
}

async function takeBytes(call: Call): Promise<void> {
  let receivedBytes = 0
  for await (const part of bytesOf(call)) receivedBytes += part.length
  replyJson(call, 200, { received_bytes: receivedBytes })
}

async function giveBytes(call: Call): Promise<void> {
  const { bytes } = parsePart(Amount, Object.fromEntries(call.query), 'query')
  call.stream.respond({ ':status': 200, 'content-type': 'application/octet-stream' })
  // Chance, so that nothing on the way can make the line look faster by compressing.
  const piece = randomBytes(Math.min(bytes, pieceBytes))
  for (let left = bytes; left > 0; left -= piece.length) {
    await writeWhenRoom(call, left >= piece.length ? piece : piece.subarray(0, left))
  }
  call.stream.end()
}
