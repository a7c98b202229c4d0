import { readFile } from 'node:fs/promises'

/**
 * Kills a process of a container and its group from the host. The engine starts every command as the leader of its own
 * session, so its group is all that it started and did not detach. If the agent may not kill it (it runs without root),
 * returns the process's id inside the container, so that a shell in there can do it; `undefined` when there is nothing
 * left to kill.
 *
 * Danger: process ids are reused. The kernel is asked first whether this one is in that container.
 */
export async function killFromHost(pid: number, containerId: string): Promise<number | undefined> {
  const groups = await readProcess(pid, 'cgroup')
  if (!groups.includes(containerId)) return undefined
  try {
    process.kill(-pid, 'SIGKILL')
    return undefined
  } catch (cause) {
    const isForbidden = cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
    return isForbidden ? innerId(await readProcess(pid, 'status')) : undefined
  }
}

/** Returns the last id of `NSpid:`, the one in the innermost namespace. */
export function innerId(status: string): number | undefined {
  const ids = /^NSpid:\s+(.+)$/m.exec(status)?.[1]?.trim().split(/\s+/)
  const inner = Number(ids?.at(-1))
  return Number.isInteger(inner) && inner > 0 ? inner : undefined
}

/** Reads a file of a process; empty if the process is gone. */
export async function readProcess(
  pid: number,
  file: 'cgroup' | 'stat' | 'status',
): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // @NOTE the process is gone, or on another machine: there is nothing to kill
    return ''
  }
}
