import { coreCalls } from '@gridloom/contract/agent/core-calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Benchmark, BenchmarkKind } from '@gridloom/contract/machines/hardware'
import type { MachinesCtx } from './ctx.ts'
import { recordBenchmarks } from './record-benchmarks.ts'

const transferBytes = 8 * 1024 * 1024
const transferTimeoutMs = 20_000
const pings = 5
const pieceBytes = 64 * 1024

/**
 * Measures the line between a machine and this server, from our end: what a machine reports of its own network is not
 * used. "Down" and "up" are the machine's. Takes some seconds; figures are megabits a second and milliseconds. @throws
 * {Refused} where the machine disconnects or answers badly
 */
export async function measureNetwork(
  ctx: MachinesCtx,
  machineId: MachineId,
  signal: AbortSignal,
): Promise<void> {
  const downMbps = await sendBytes(ctx, machineId, signal)
  const upMbps = await fetchBytes(ctx, machineId, signal)
  const rttMs = await leastRtt(ctx, machineId)
  const measuredAt = ctx.clock.now().toISOString()
  const figure = (kind: BenchmarkKind, value: number): Benchmark => ({
    kind,
    value: Math.round(value * 100) / 100,
    measured_at: measuredAt,
  })
  await recordBenchmarks(ctx, machineId, [
    figure('network_down_mbps', downMbps),
    figure('network_up_mbps', upMbps),
    figure('network_rtt_ms', rttMs),
  ])
}

async function sendBytes(
  ctx: MachinesCtx,
  machineId: MachineId,
  signal: AbortSignal,
): Promise<number> {
  const startedMs = ctx.clock.monotonicMs()
  const { received_bytes: bytes } = await ctx.agents.call(machineId, coreCalls.sendThroughput, {
    bytes: noise(transferBytes),
    signal,
    timeoutMs: transferTimeoutMs,
  })
  return megabitsPerSecond(Math.min(bytes, transferBytes), ctx.clock.monotonicMs() - startedMs)
}

/** Measures a slow line by what arrived in time, so that every machine gets a figure. */
async function fetchBytes(
  ctx: MachinesCtx,
  machineId: MachineId,
  signal: AbortSignal,
): Promise<number> {
  const startedMs = ctx.clock.monotonicMs()
  const elapsedMs = () => ctx.clock.monotonicMs() - startedMs
  let bytes = 0
  const pieces = ctx.agents.download(machineId, coreCalls.fetchThroughput, {
    query: { bytes: transferBytes },
    bounds: { bytesMax: 2 * transferBytes, totalMs: 2 * transferTimeoutMs },
    signal,
  })
  for await (const piece of pieces) {
    bytes += piece.length
    if (elapsedMs() > transferTimeoutMs) break
  }
  return megabitsPerSecond(bytes, elapsedMs())
}

async function leastRtt(ctx: MachinesCtx, machineId: MachineId): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY
  for (let ping = 0; ping < pings; ping++) {
    leastMs = Math.min(leastMs, await ctx.agents.rtt(machineId))
  }
  return leastMs
}

/** Yields bytes that nothing on the way can compress. */
function* noise(bytes: number): Generator<Uint8Array> {
  const piece = crypto.getRandomValues(new Uint8Array(pieceBytes))
  for (let left = bytes; left > 0; left -= pieceBytes) yield piece.subarray(0, left)
}

function megabitsPerSecond(bytes: number, ms: number): number {
  return (bytes * 8) / Math.max(ms, 0.001) / 1_000
}
