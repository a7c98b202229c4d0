import { readdir, readFile } from 'node:fs/promises'

/**
 * Returns the memory of a process and its descendants in MiB: the sum of their resident sets, from `/proc` (proc(5)). 0
 * if the process does not exist. Processes that end while they are read do not count.
 */
export async function residentMib(pid: number, proc = '/proc'): Promise<number> {
  const [own, children] = await Promise.all([residentKib(pid, proc), childrenOf(pid, proc)])
  const below = await Promise.all(children.map((child) => residentMib(child, proc)))
  return below.reduce((sum, mib) => sum + mib, own / 1024)
}

async function residentKib(pid: number, proc: string): Promise<number> {
  const status = await readFile(`${proc}/${pid}/status`, 'utf8').catch(gone)
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
}

async function childrenOf(pid: number, proc: string): Promise<number[]> {
  const threads = await readdir(`${proc}/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`${proc}/${pid}/task/${thread}/children`, 'utf8').catch(gone)),
  )
  return lists.flatMap((list) => list.split(' ').filter((word) => word !== '')).map(Number)
}

/** @NOTE a process may end at any time, and then uses no memory */
function gone(): string {
  return ''
}
