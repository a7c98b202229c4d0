import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { systemClock } from '@gridloom/async/clock'

/** Process groups that the kernel limits (cgroups(7)), where this agent may create them. */
export interface Cgroups {
  /** Creates a group for one sandbox. Throws the error of the system where it is denied. */
  make(limits: CgroupLimits): Cgroup
}

export interface CgroupLimits {
  memoryBytesMax: number
  processesMax: number
}

export interface Cgroup {
  /** A process that writes `0` into each of these joins the group, with every process that it starts. */
  joinFiles: readonly string[]
  /** Returns whether the kernel killed a process of the group because of its memory. */
  ranOutOfMemory(): boolean
  /** Removes the group; its processes must have ended. */
  [Symbol.asyncDispose](): Promise<void>
}

/** The parent of all groups of agents; the names of an agent's groups in it begin with its process id. */
const name = 'gridloom-sandbox'

let last = 0

/**
 * Finds the cgroups of this machine: version 2 where it has it, else the two controllers of version 1. Returns
 * `undefined` where there are none, or where the agent may not create any: in a container, or without root.
 */
export function findCgroups({
  isRoot,
  root = '/sys/fs/cgroup',
}: {
  isRoot: boolean
  root?: string
}): Cgroups | undefined {
  if (!isRoot) return undefined
  try {
    const folders = existsSync(`${root}/cgroup.controllers`) ? unifiedAt(root) : apartAt(root)
    for (const folder of folders) clearEnded(folder)
    return { make: (limits) => makeIn(folders, limits) }
  } catch {
    // @NOTE read-only or absent: the agent then enforces memory limits itself
    return undefined
  }
}

/** Version 2: one tree, whose controllers are delegated from the top. */
function unifiedAt(root: string): string[] {
  const folder = `${root}/${name}`
  writeFileSync(`${root}/cgroup.subtree_control`, '+memory +pids')
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/cgroup.subtree_control`, '+memory +pids')
  return [folder]
}

/** A controller is missing, so processes are not limited by it. */
class NoController extends Error {
  override readonly name = 'NoController'
}

/** Version 1: a tree for each controller. */
function apartAt(root: string): string[] {
  return ['memory', 'pids'].map((controller) => {
    if (!existsSync(`${root}/${controller}/cgroup.procs`))
      throw new NoController(`no ${controller}`)
    const folder = `${root}/${controller}/${name}`
    mkdirSync(folder, { recursive: true })
    return folder
  })
}

/** Removes the groups that killed agents left behind. */
function clearEnded(folder: string): void {
  const names = readdirSync(folder, { withFileTypes: true })
  for (const { name: group } of names.filter((entry) => entry.isDirectory())) {
    if (!existsSync(`/proc/${group.split('-')[0]}`)) removeIfEmpty(`${folder}/${group}`)
  }
}

function makeIn(folders: readonly string[], { memoryBytesMax, processesMax }: CgroupLimits) {
  last += 1
  const groups = folders.map((folder) => `${folder}/${process.pid}-${last}`)
  for (const group of groups) mkdirSync(group)
  set(groups, 'memory.max', memoryBytesMax)
  set(groups, 'memory.swap.max', 0)
  set(groups, 'memory.oom.group', 1)
  set(groups, 'memory.limit_in_bytes', memoryBytesMax)
  set(groups, 'memory.memsw.limit_in_bytes', memoryBytesMax)
  set(groups, 'pids.max', processesMax)
  return {
    joinFiles: groups.map((group) => `${group}/cgroup.procs`),
    ranOutOfMemory: () => groups.some(hasKilled),
    [Symbol.asyncDispose]: () => removeAll(groups),
  }
}

/** Sets a limit where this kernel has the file: the two versions name their files differently. */
function set(groups: readonly string[], file: string, value: number): void {
  const path = groups.map((group) => `${group}/${file}`).find(existsSync)
  if (path !== undefined) writeFileSync(path, String(value))
}

/** `oom_kill 1` in `memory.events` (version 2) or `memory.oom_control` (version 1). */
function hasKilled(group: string): boolean {
  const path = ['memory.events', 'memory.oom_control']
    .map((file) => `${group}/${file}`)
    .find(existsSync)
  return path !== undefined && /^oom_kill [1-9]/m.test(readFileSync(path, 'utf8'))
}

const removeTries = 100
const removeEveryMs = 20

/** Removes the groups, with retries: a process stays in its group for a moment after it has ended. */
async function removeAll(groups: readonly string[]): Promise<void> {
  let left = [...groups]
  for (let tries = 0; tries < removeTries; tries += 1) {
    left = left.filter((group) => !removeIfEmpty(group))
    if (left.length === 0) return
    await systemClock.sleep(removeEveryMs)
  }
  // @NOTE groups that are left cost nothing and are removed at the next start
}

function removeIfEmpty(group: string): boolean {
  try {
    rmdirSync(group)
    return true
  } catch {
    // @NOTE the group still has a process, or another agent removed it first
    return !existsSync(group)
  }
}
