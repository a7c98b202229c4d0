import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The process id of the edge that a server has started, by default in this process. @throws when none runs */
export async function edgePid(server: number = process.pid): Promise<number> {
  const { stdout } = await run('pgrep', ['-P', String(server), '-f', 'edge/main.ts'])
  return Number(stdout.trim())
}

/** The memory that a process has in use, in bytes (Linux). */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  if (kib === undefined) throw new Error('no memory is named')
  return Number(kib) * 1_024
}
