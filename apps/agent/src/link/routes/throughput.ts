import { randomBytes } from 'node:crypto'
import { agentPaths } from '@gridloom/contract/agent/protocol'
import type { BenchmarkKind } from '@gridloom/contract/hardware'
import { z } from 'zod'
import type { Clock } from '../../host/clock.ts'
import { bytesOf, parsePart, replyJson, writeWhenRoom } from '../call.ts'
import type { Route } from '../router.ts'

const Amount = z.object({
  bytes: z.coerce
    .number()
    .int()
    .min(1)
    .max(1024 ** 3),
})
const pieceBytes = 256 * 1024
/** Shorter transfers measure the buffers on the way, not the line. */
const worthMeasuringBytes = 4 * 1024 * 1024

export type OnThroughput = (
  kind: Extract<BenchmarkKind, 'network_down_mbps' | 'network_up_mbps'>,
  mbps: number,
) => void

/** Takes or gives bytes so that either end can time the line; figures are megabits a second. */
export function throughputRoute(clock: Clock, onMeasured: OnThroughput): Route {
  return {
    path: agentPaths.throughput,
    answers: {
      POST: async (call) => {
        let receivedBytes = 0
        let startedMs = clock.monotonicMs()
        for await (const part of bytesOf(call)) {
          if (receivedBytes === 0) startedMs = clock.monotonicMs()
          receivedBytes += part.length
        }
        const mbps = rate(receivedBytes, clock.monotonicMs() - startedMs)
        if (receivedBytes >= worthMeasuringBytes) onMeasured('network_down_mbps', mbps)
        replyJson(call, 200, { received_bytes: receivedBytes })
      },
      GET: async (call) => {
        const { bytes } = parsePart(Amount, Object.fromEntries(call.query), 'query')
        const startedMs = clock.monotonicMs()
        call.stream.respond({ ':status': 200, 'content-type': 'application/octet-stream' })
        // Chance, so that nothing on the way can make the line look faster by compressing.
        const piece = randomBytes(Math.min(bytes, pieceBytes))
        for (let left = bytes; left > 0; left -= piece.length) {
          await writeWhenRoom(call, left >= piece.length ? piece : piece.subarray(0, left))
        }
        call.stream.end()
        const mbps = rate(bytes, clock.monotonicMs() - startedMs)
        if (bytes >= worthMeasuringBytes) onMeasured('network_up_mbps', mbps)
      },
    },
  }
}

function rate(bytes: number, ms: number): number {
  return Math.round((bytes * 8) / Math.max(ms, 0.001) / 10) / 100
}
