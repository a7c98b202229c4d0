import { readTextIfThere } from '../host/files.ts'

/** No program needs more than this, and a small machine gives as many. */
const most = 4_096
const fewest = 64
/** The default of Linux, for where the limits cannot be read. */
const usualPidMax = 32_768
/** One in this many of the host's process ids is kept for itself and for the container engine. */
const keptShare = 8

/**
 * Returns how many processes and threads one container may have: a share of the host's process ids equal to its
 * share of the CPUs, so that all containers together can never use them up.
 */
export function pidsMax(share: { vcpus: number; cpuThreads: number; hostPidMax: number }): number {
  const { vcpus, cpuThreads, hostPidMax } = share
  const given = hostPidMax - Math.ceil(hostPidMax / keptShare)
  const own = Math.floor((given * vcpus) / Math.max(1, cpuThreads))
  return Math.max(fewest, Math.min(most, own))
}

/** Reads the host's limit of process ids: the lower of the two limits that Linux has. */
export async function readHostPidMax(): Promise<number> {
  const files = ['/proc/sys/kernel/pid_max', '/proc/sys/kernel/threads-max']
  const texts = await Promise.all(files.map((file) => readTextIfThere(file)))
  const limits = texts.map((text) => Number(text?.trim())).filter((limit) => limit > 0)
  return limits.length === 0 ? usualPidMax : Math.min(...limits)
}
