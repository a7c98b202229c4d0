import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { install } from './installation.ts'

const restMs = 15_000

export const idleMemory: Bench = {
  name: 'idle-memory',
  about:
    'what server, embedded database and agent hold when nothing happens, with one machine connected',
  async run(say) {
    await using installation = await install()
    const { processes } = installation
    say(`resting ${restMs / 1000} s`)
    await delay(restMs)
    const database = await processes.pidOf('database')
    const [server, postgres, agent] = await Promise.all([
      sharesMib([await processes.pidOf('server')]),
      childrenOf(database).then((children) => sharesMib([database, ...children])),
      sharesMib([await processes.pidOf('agent')]),
    ])
    return {
      figures: [
        { what: 'server', value: server, unit: 'MiB' },
        { what: 'embedded PostgreSQL, all its processes', value: postgres, unit: 'MiB' },
        { what: 'both together', value: server + postgres, unit: 'MiB' },
        { what: 'agent', value: agent, unit: 'MiB' },
      ],
      notes: ['proportional set size: memory that processes share is counted once'],
    }
  },
}

/** Source: Linux, Documentation/filesystems/proc.rst, `smaps_rollup`. */
async function sharesMib(pids: readonly number[]): Promise<number> {
  let kib = 0
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
    kib += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0)
  }
  return kib / 1024
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const parents = await Promise.all(pids.map(parentOf))
  return pids.filter((_, index) => parents[index] === parent)
}

async function parentOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
}
