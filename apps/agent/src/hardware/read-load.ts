import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import type { Clock } from '@gridloom/async/clock'
import type { MachineLoad } from '@gridloom/contract/machines/machine'
import { mem } from 'systeminformation'
import type { ReadGpuSensors } from './gpus/gpu-readings.ts'
import type { ReadSpace } from './read-space.ts'

/** Processor time of all CPUs since the machine started, in milliseconds. */
export interface CpuTimes {
  busyMs: number
  totalMs: number
}

/** What a load is read with. */
export interface LoadSources {
  readSpace: ReadSpace
  readGpuSensors: ReadGpuSensors
  clock: Clock
}

/** Returns a probe of the machine's load; CPU use is the mean since the previous call. */
export function createLoadProbe(sources: LoadSources): () => Promise<MachineLoad> {
  const { readSpace, readGpuSensors, clock } = sources
  let before = readCpuTimes()
  return async () => {
    const now = readCpuTimes()
    const cpuPercent = busyPercent(before, now)
    before = now
    const [memory, space, gpus] = await Promise.all([
      readMemoryUsedMib(process.platform),
      readSpace(),
      readGpuSensors(),
    ])
    return {
      at: clock.now().toISOString(),
      cpu_percent: cpuPercent,
      memory_used_mib: memory,
      disk_free_gb: space.freeGb,
      gpus: [...gpus],
    }
  }
}

/** Returns the use of all CPUs together in percent, with one decimal; 0 if no time has passed. */
export function busyPercent(before: CpuTimes, now: CpuTimes): number {
  const totalMs = now.totalMs - before.totalMs
  if (totalMs <= 0) return 0
  const share = (now.busyMs - before.busyMs) / totalMs
  return Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 10
}

/** Returns the memory in use. Linux reports it in a file; elsewhere system tools are run, which takes longer. */
export async function readMemoryUsedMib(platform: NodeJS.Platform): Promise<number> {
  if (platform === 'linux') return memoryUsedMib(await readFile('/proc/meminfo', 'utf8'))
  const { total, available } = await mem()
  return Math.max(0, Math.round((total - available) / (1024 * 1024)))
}

/** Returns the memory in use from the text of `/proc/meminfo`: caches that the kernel can reclaim count as free. */
export function memoryUsedMib(meminfo: string): number {
  return Math.max(0, Math.round((kib(meminfo, 'MemTotal') - kib(meminfo, 'MemAvailable')) / 1024))
}

function kib(meminfo: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(meminfo)?.[1] ?? 0)
}

/** Returns the CPUs' time since the start of the machine, on any system; time stolen by a host is not counted. */
export function readCpuTimes(): CpuTimes {
  let busyMs = 0
  let totalMs = 0
  for (const { times } of cpus()) {
    const busy = times.user + times.nice + times.sys + times.irq
    busyMs += busy
    totalMs += busy + times.idle
  }
  return { busyMs, totalMs }
}
