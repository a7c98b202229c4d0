/** The parts of `/proc/<pid>/stat` that jobs are told apart by. Source: proc_pid_stat(5). */
export interface ProcessStat {
  group: number
  session: number
  /** The group in the foreground of its terminal; -1 if it has none. */
  foreground: number
}

/** Parses the text of `/proc/<pid>/stat`; `undefined` if it is empty, as the process is gone. */
export function statOf(text: string): ProcessStat | undefined {
  // The name of the program may contain spaces and parentheses; the numbers follow the last one.
  const [, , group, session, , foreground] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  if (group === undefined || session === undefined || foreground === undefined) return undefined
  return { group: Number(group), session: Number(session), foreground: Number(foreground) }
}

/** Returns whether a process ignores SIGHUP, as `nohup` makes it, by the text of `/proc/<pid>/status`. */
export function ignoresHangUp(status: string): boolean {
  const mask = /^SigIgn:\s+([0-9a-f]+)$/m.exec(status)?.[1]
  // SIGHUP is signal 1, the lowest bit.
  return mask !== undefined && (Number.parseInt(mask.slice(-1), 16) & 1) === 1
}
