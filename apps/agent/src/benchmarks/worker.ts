import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '@gridloom/async/clock'
import { KernelRequest } from './kernel-request.ts'
import { copyBytes, operationsPerTurn, runBlock, turnsPerBlock } from './kernels.ts'

const { kernel, durationMs } = KernelRequest.parse(workerData)
parentPort?.postMessage(kernel === 'cpu' ? cpuMops(durationMs) : copyMbPerS(durationMs))

/** Returns millions of operations per second on this thread; the first block warms the compiler and is not counted. */
function cpuMops(durationMs: number): number {
  let state = runBlock({ integer: 2_463_534_242, float: 1 })
  const startedMs = systemClock.monotonicMs()
  let elapsedMs = 0
  let turns = 0
  while (elapsedMs < durationMs) {
    state = runBlock(state)
    turns += turnsPerBlock
    elapsedMs = systemClock.monotonicMs() - startedMs
  }
  return (turns * operationsPerTurn) / elapsedMs / 1_000
}

/** Returns megabytes per second through this thread, counting both reads and writes as STREAM's copy does. */
function copyMbPerS(durationMs: number): number {
  const from = new Float64Array(copyBytes / 8).fill(1.5)
  const to = new Float64Array(copyBytes / 8).fill(0.5)
  const startedMs = systemClock.monotonicMs()
  let elapsedMs = 0
  let bytes = 0
  while (elapsedMs < durationMs) {
    to.set(from)
    bytes += 2 * copyBytes
    elapsedMs = systemClock.monotonicMs() - startedMs
  }
  return bytes / elapsedMs / 1_000
}
