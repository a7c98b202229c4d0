import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const Holder = z.object({ pid: z.int(), startedTicks: z.string() })

/** The lock on a data directory; disposing it removes it. */
export interface DataLock {
  [Symbol.asyncDispose](): Promise<void>
}

/** Another server uses the directory. The message names the directory and the process. */
export class DataInUse extends Error {
  override readonly name = 'DataInUse'
}

/**
 * Locks the data directory for this process. A lock whose process has ended (a crash, a reboot) is taken over: a pid
 * counts only together with the process's start time, as pids are reused.
 */
export async function lockData(folder: string): Promise<DataLock> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, 'server.lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await tryCreate(file)) return { [Symbol.asyncDispose]: () => rm(file, { force: true }) }
    const holder = await readHolder(file)
    if (holder !== undefined && (await startedTicks(holder.pid)) === holder.startedTicks) {
      throw new DataInUse(
        `${path.resolve(folder)} is in use by another Gridloom server (process ${holder.pid})`,
      )
    }
    await rm(file, { force: true })
  }
  throw new DataInUse(`${path.resolve(folder)} is being taken by another Gridloom server`)
}

/** Creates the file with its content in one step (a link either appears whole or not at all). */
async function tryCreate(file: string): Promise<boolean> {
  const draft = `${file}.${process.pid}`
  const holder = { pid: process.pid, startedTicks: (await startedTicks(process.pid)) ?? '' }
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 })
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function readHolder(file: string): Promise<z.infer<typeof Holder> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  try {
    return Holder.parse(JSON.parse(text))
  } catch {
    // @NOTE a lock that was cut off while being written names no process and is taken over.
    return undefined
  }
}

/** Returns when a process started, in clock ticks since boot; `undefined` when there is no such process. */
async function startedTicks(pid: number): Promise<string | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (line !== undefined) return line.slice(line.lastIndexOf(')') + 2).split(' ')[19]
  if (process.platform === 'linux') return undefined
  try {
    process.kill(pid, 0)
    return ''
  } catch {
    // @NOTE "no such process" is a valid result, not a failure.
    return undefined
  }
}
