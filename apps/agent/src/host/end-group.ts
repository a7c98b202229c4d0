import type { ChildProcess } from 'node:child_process'

/** Whether a process can have a group of its own here, that can be ended whole. */
export const hasGroups = process.platform !== 'win32'

/**
 * Kills a process that was started `detached`, with all that it started and left in its group. Not the process alone: a
 * sandbox that loses its outer half while it sets itself up waits for it for ever, and holds its outputs open.
 */
export function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(hasGroups ? -child.pid : child.pid, 'SIGKILL')
  } catch (cause) {
    if (!isNobody(cause)) throw cause
  }
}

/** None of them is left; of a group that has ended but was not looked at yet, macOS says that it is not ours. */
function isNobody(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ESRCH' || code === 'EPERM'
}
