import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readTextIfThere } from './files.ts'

/** The CPUs of a machine by NUMA node and core; the threads of one core are grouped together. */
export type CpuLayout = readonly (readonly (readonly number[])[])[]

/**
 * Reads the CPUs that this process may use; empty where the system does not list them. `root` is the folder of `/proc`
 * and `/sys`. Sources: sysfs-devices-system-cpu and sysfs-devices-node in the kernel's ABI documents.
 */
export async function readCpuLayout(root = '/'): Promise<CpuLayout> {
  const text = async (path: string) => (await readTextIfThere(join(root, path)))?.trim()
  const allowed = new Set(await readAllowed(root))
  const nodeIds = cpuList((await text('sys/devices/system/node/online')) ?? '')
  const lists = await Promise.all(
    nodeIds.map((node) => text(`sys/devices/system/node/node${node}/cpulist`)),
  )
  const nodes = nodeIds.length === 0 ? [[...allowed]] : lists.map((list) => cpuList(list ?? ''))
  const layout = await Promise.all(
    nodes.map(async (cpus) => {
      const cores = new Map<string, number[]>()
      for (const cpu of cpus.filter((it) => allowed.has(it))) {
        const siblings = await text(
          `sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`,
        )
        const core = siblings ?? String(cpu)
        cores.set(core, [...(cores.get(core) ?? []), cpu])
      }
      return [...cores.values()]
    }),
  )
  return layout.filter((cores) => cores.length > 0)
}

/** `0-2,8` → 0, 1, 2, 8. */
export function cpuList(text: string): number[] {
  return text.split(',').flatMap((range) => {
    const [from, to = from] = range.split('-').map(Number)
    if (range === '' || from === undefined || to === undefined) return []
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset)
  })
}

async function readAllowed(root: string): Promise<number[]> {
  try {
    const status = await readFile(join(root, 'proc/self/status'), 'utf8')
    return cpuList(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '')
  } catch {
    // @NOTE a system other than Linux: CPUs are not pinned there
    return []
  }
}
