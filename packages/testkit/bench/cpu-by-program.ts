import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Whose processor time is counted: the descendants of this process, and the processes of a container. */
export interface CountedPrograms {
  /** The names of long-lived processes; others are named after their program. */
  names: ReadonlyMap<number, string>
  containerId: string
}

interface Seen {
  name: string
  firstMs: number
  lastMs: number
}

interface Process {
  pid: number
  parent: number
  program: string
  startedAt: string
  cpuMs: number
}

const everyMs = 40
const tickMs = 10

/** Runs something, and returns the milliseconds of processor time that each program used meanwhile. */
export async function cpuByProgram(
  counted: CountedPrograms,
  run: () => Promise<unknown>,
): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, Seen>()
  const strange = new Set<string>()
  const look = async (from: 'now' | 'start') => {
    const all = await processes()
    for (const one of all.values()) {
      const key = `${one.pid} ${one.startedAt}`
      const known = seen.get(key)
      if (known !== undefined) {
        known.lastMs = one.cpuMs
        // It may have become another program.
        known.name = (await nameOf(one, all, counted)) ?? known.name
      } else if (!strange.has(key)) {
        const name = await nameOf(one, all, counted)
        const firstMs = from === 'now' ? one.cpuMs : 0
        if (name === undefined) strange.add(key)
        else seen.set(key, { name, firstMs, lastMs: one.cpuMs })
      }
    }
  }
  await look('now')
  let isOver = false
  const running = run().finally(() => {
    isOver = true
  })
  // What a process uses in its last moments is missed: a few ticks.
  while (!isOver) {
    await Promise.race([delay(everyMs), running])
    await look('start')
  }
  await running
  const sums = new Map<string, number>()
  for (const { name, firstMs, lastMs } of seen.values())
    sums.set(name, (sums.get(name) ?? 0) + lastMs - firstMs)
  return sums
}

async function processes(): Promise<Map<number, Process>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const all = await Promise.all(pids.map((pid) => processOf(pid).catch(() => undefined)))
  return new Map(all.flatMap((one) => (one === undefined ? [] : [[one.pid, one]])))
}

/** Source: proc_pid_stat(5). */
async function processOf(pid: number): Promise<Process> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const end = text.lastIndexOf(')')
  const fields = text.slice(end + 2).split(' ')
  return {
    pid,
    parent: Number(fields[1]),
    program: text.slice(text.indexOf('(') + 1, end),
    startedAt: fields[19] ?? '',
    cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
  }
}

async function nameOf(
  one: Process,
  all: ReadonlyMap<number, Process>,
  { names, containerId }: CountedPrograms,
): Promise<string | undefined> {
  // The bench itself, which reads these figures.
  if (one.pid === process.pid) return undefined
  const known = names.get(one.pid)
  if (known !== undefined) return known
  const group = await readFile(`/proc/${one.pid}/cgroup`, 'utf8').catch(() => '')
  if (group.includes(containerId)) return `${one.program} (in the instance)`
  for (let at: Process | undefined = one; at !== undefined; at = all.get(at.parent)) {
    if (names.has(at.pid)) return undefined
    if (at.parent === process.pid) return programName(one)
  }
  return undefined
}

/** Node names its threads and processes after what they do: `node`, `node-MainThread`. */
function programName({ program }: Process): string {
  return program.startsWith('node') || program === 'gridloom' || program === 'MainThread'
    ? 'gridloom proxy'
    : program
}
