import type { ChildProcess } from 'node:child_process'

/** Whether this platform has process groups, which can be killed as a whole. */
export const hasGroups = process.platform !== 'win32'

/**
 * Kills a process that was started `detached`, with every process in its group. Killing the process alone is not
 * enough: a sandbox that loses its outer process during setup waits for it forever and keeps its outputs open.
 */
export function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(hasGroups ? -child.pid : child.pid, 'SIGKILL')
  } catch (cause) {
    if (!isNobody(cause)) throw cause
  }
}

/** Returns whether no process of the group is left. macOS returns EPERM for an ended group that was not reaped. */
function isNobody(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ESRCH' || code === 'EPERM'
}
