import { readdir } from 'node:fs/promises'
import type { ExecAsk } from './exec-state.ts'
import { readProcess } from './kill-process.ts'
import { ignoresHangUp, type ProcessStat, statOf } from './process-stat.ts'

/** How long a program may take to end after SIGHUP. */
export const hangUpGraceMs = 5_000

/** `elsewhere`: the process is not on this machine, or the agent may not signal it (it runs without root). */
export type HostSignal = 'done' | 'elsewhere'

/**
 * Ends a process of a container as the kernel does when a terminal hangs up, and programs that stay although they do not
 * ignore SIGHUP. Processes of other groups live on: a shell passes SIGHUP on to its jobs, unless they are disowned.
 *
 * Danger: process ids are reused. Before each signal the kernel is asked whether the process is in that container.
 */
export async function hangUpFromHost(
  pid: number,
  containerId: string,
  { sleep, signal }: Pick<ExecAsk, 'sleep' | 'signal'>,
): Promise<HostSignal> {
  const leader = await statIn(containerId, pid)
  if (leader === undefined) return 'elsewhere'
  const front = leader.foreground > 0 ? await statIn(containerId, leader.foreground) : undefined
  const groups = new Set([pid, ...(front === undefined ? [] : [leader.foreground])])
  for (const group of groups) {
    if (send(group, 'SIGHUP') === 'forbidden') return 'elsewhere'
    // A stopped process ends only when it goes on.
    send(group, 'SIGCONT')
  }
  await sleep(hangUpGraceMs, signal)
  if ([...groups].some((group) => send(group, 0) === 'sent'))
    await killGroups({ groups, session: pid, containerId })
  return 'done'
}

/** Sends a signal to a process of a container and its group. */
export async function signalFromHost(
  pid: number,
  containerId: string,
  kind: string,
): Promise<HostSignal> {
  if ((await statIn(containerId, pid)) === undefined) return 'elsewhere'
  return send(pid, `SIG${kind}`) === 'forbidden' ? 'elsewhere' : 'done'
}

/** Kills the processes of these groups that are still in the session, except those that ignore SIGHUP. */
async function killGroups(left: {
  groups: ReadonlySet<number>
  session: number
  containerId: string
}): Promise<void> {
  const { groups, session, containerId } = left
  const isLeft = (stat: ProcessStat | undefined) =>
    stat !== undefined && stat.session === session && groups.has(stat.group)
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || !isLeft(statOf(await readProcess(pid, 'stat')))) continue
    if ((await statIn(containerId, pid)) === undefined) continue
    if (!ignoresHangUp(await readProcess(pid, 'status'))) send(-pid, 'SIGKILL')
  }
}

/** Returns the state of a process of this container on this machine. */
async function statIn(containerId: string, pid: number): Promise<ProcessStat | undefined> {
  const groups = await readProcess(pid, 'cgroup')
  return groups.includes(containerId) ? statOf(await readProcess(pid, 'stat')) : undefined
}

/** Sends a signal to a group, or to the process with the negated number. 0 only asks whether there is one. */
function send(group: number, kind: string | 0): 'sent' | 'gone' | 'forbidden' {
  try {
    process.kill(-group, kind)
    return 'sent'
  } catch (cause) {
    const isForbidden = cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
    return isForbidden ? 'forbidden' : 'gone'
  }
}
