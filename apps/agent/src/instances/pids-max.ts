import { readTextIfThere } from '../host/files.ts'

/** More than this no program needs; it is also what a small machine gives. */
const most = 4_096
const fewest = 64
/** What Linux has where it does not say. */
const usualPidMax = 32_768
/** Of the host's process ids, what it keeps for itself and for what holds the containers. */
const keptShare = 8

/**
 * How many processes and threads one container may have: its share of the machine's CPUs in what the host has
 * ids for, so that all of them together can never use them up.
 */
export function pidsMax(share: { vcpus: number; cpuThreads: number; hostPidMax: number }): number {
  const { vcpus, cpuThreads, hostPidMax } = share
  const given = hostPidMax - Math.ceil(hostPidMax / keptShare)
  const own = Math.floor((given * vcpus) / Math.max(1, cpuThreads))
  return Math.max(fewest, Math.min(most, own))
}

/** The host's limit of process ids: the lower of both that Linux has. */
export async function readHostPidMax(): Promise<number> {
  const files = ['/proc/sys/kernel/pid_max', '/proc/sys/kernel/threads-max']
  const texts = await Promise.all(files.map((file) => readTextIfThere(file)))
  const limits = texts.map((text) => Number(text?.trim())).filter((limit) => limit > 0)
  return limits.length === 0 ? usualPidMax : Math.min(...limits)
}
