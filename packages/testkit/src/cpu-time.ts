import { readFile } from 'node:fs/promises'

/** The kernel counts CPU time in hundredths of a second (USER_HZ). */
const tickMs = 10

/** Milliseconds of CPU time that a process has used, with its threads. Source: proc_pid_stat(5), fields 14 and 15. */
export async function cpuMsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The second field, a name that may contain anything, ends in the last parenthesis.
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * tickMs
}
