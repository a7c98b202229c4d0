import type { Clock } from '@gridloom/async/clock'
import type { GpuReading } from '@gridloom/contract/machines/gpu-reading'
import type { Execute } from '../../host/execute.ts'
import { latestReading } from './latest-reading.ts'
import { nvidiaSensorsArgv, parseNvidiaSensors, type ReasonsName } from './nvidia-sensors.ts'
import { parseRocmSensors, rocmSensorsArgv } from './rocm-sensors.ts'

/** Returns the sensors of the GPUs whose tool answers in time. Never throws, never waits long. */
export type ReadGpuSensors = () => Promise<readonly GpuReading[]>

/** The control plane keeps a sample a minute, and pages show the live value every ten seconds. */
const times = { everyMs: 9_000, waitMs: 1_000, staleAfterMs: 30_000 }
/** A tool that hangs is killed after this. */
const toolTimeoutMs = 8_000

/** Reads the sensors of all GPUs through their vendors' tools, for heartbeats. */
export function createGpuReadings(parts: { execute: Execute; clock: Clock }): ReadGpuSensors {
  const { execute, clock } = parts
  const run = (argv: readonly string[]) => execute(argv, { timeoutMs: toolTimeoutMs })
  let names: readonly ReasonsName[] = ['clocks_event_reasons', 'clocks_throttle_reasons']

  /** A driver that does not know a field refuses the whole query: the name that it answered to is asked first later. */
  async function nvidia(): Promise<GpuReading[]> {
    for (const name of names) {
      const gpus = parseNvidiaSensors((await run(nvidiaSensorsArgv(name))).stdout)
      if (gpus.length === 0) continue
      names = [name, ...names.filter((other) => other !== name)]
      return gpus
    }
    return []
  }

  const rocm = async () => parseRocmSensors((await run(rocmSensorsArgv)).stdout)
  const read = async () => (await Promise.all([nvidia(), rocm()])).flat()
  return latestReading(read, { clock, ...times })
}
