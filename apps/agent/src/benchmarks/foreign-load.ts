import { readFileSync } from 'node:fs'
import { type CpuTimes, readCpuTimes } from '../hardware/read-load.ts'

/** Processor time since the machine started, in milliseconds over all CPUs, and what this process used of it. */
export interface CpuSample extends CpuTimes {
  ownMs: number
}

/** A machine counts as loaded when other work uses more than this share of its CPUs. */
export const foreignShareMax = 0.1

/** `/proc/stat` counts in ticks of a hundredth of a second (USER_HZ, proc(5)). */
const tickMs = 10

/** Reads the processor time now. Time that a hypervisor gave to other guests (steal) counts as busy. */
export function readCpuSample(): CpuSample {
  const { user, system } = process.cpuUsage()
  const ownMs = (user + system) / 1_000
  return { ...(process.platform === 'linux' ? linuxTimes() : readCpuTimes()), ownMs }
}

/** Whether work other than ours used the CPUs between two samples. */
export function wasLoaded(before: CpuSample, after: CpuSample): boolean {
  const totalMs = after.totalMs - before.totalMs
  if (totalMs <= 0) return false
  const foreignMs = after.busyMs - before.busyMs - (after.ownMs - before.ownMs)
  return foreignMs / totalMs > foreignShareMax
}

/** Parses the first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal. */
export function parseCpuLine(stat: string): CpuTimes {
  const ticks = (/^cpu +([\d ]+)$/m.exec(stat)?.[1] ?? '').split(' ').slice(0, 8).map(Number)
  const [user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, irq = 0, softIrq = 0, steal = 0] =
    ticks
  const busy = user + nice + system + irq + softIrq + steal
  return { busyMs: busy * tickMs, totalMs: (busy + idle + ioWait) * tickMs }
}

function linuxTimes(): CpuTimes {
  return parseCpuLine(readFileSync('/proc/stat', 'utf8'))
}
