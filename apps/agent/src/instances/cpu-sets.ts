import type { CpuLayout } from '../host/cpu-layout.ts'

/** The machine's CPU numbers, ascending. */
export type CpuSet = readonly number[]

/** Tracks the CPUs of each container, so that those of two containers do not overlap while there are enough. */
export interface CpuSets {
  /**
   * Assigns the CPUs of a container that is about to run: its share rounded up, and those that it `had` where they are
   * free. Returns `undefined` where only its share of CPU time limits it: for a small part of a CPU, or for all CPUs.
   */
  take(
    container: string,
    request: { vcpus: number; had: CpuSet },
    layout: CpuLayout,
  ): CpuSet | undefined
  /** Records the CPUs of a container that is already running. */
  hold(container: string, cpus: CpuSet): void
  /** Frees the CPUs of a container that no longer runs. */
  release(container: string): void
}

/** Many smaller shares fit one CPU: pinned to it, they could not move away from its other load. */
const boundVcpusMin = 0.5

export function createCpuSets(): CpuSets {
  const held = new Map<string, CpuSet>()

  function loadBeside(container: string): (cpu: number) => number {
    const others = [...held].filter(([name]) => name !== container)
    return (cpu) => others.filter(([, cpus]) => cpus.includes(cpu)).length
  }

  return {
    take: (container, { vcpus, had }, layout) => {
      const count = Math.ceil(vcpus)
      held.delete(container)
      if (vcpus < boundVcpusMin || count >= layout.flat(2).length) return undefined
      const loadOf = loadBeside(container)
      const mayKeep = had.length === count && had.every((cpu) => loadOf(cpu) === 0)
      const cpus = mayKeep ? had : chooseCpus(layout, count, loadOf)
      held.set(container, cpus)
      return cpus
    },
    hold: (container, cpus) => {
      if (cpus.length > 0) held.set(container, cpus)
    },
    release: (container) => void held.delete(container),
  }
}

/**
 * Chooses the least used CPUs of one node where one has enough, of the node with the fewest free CPUs where several are
 * alike; else of all nodes. Unused cores come first, so that two containers share a core as late as possible.
 */
export function chooseCpus(
  layout: CpuLayout,
  count: number,
  loadOf: (cpu: number) => number,
): CpuSet {
  const large = layout.filter((cores) => cores.flat().length >= count)
  const groups = large.length > 0 ? large : [layout.flat()]
  const [best] = groups
    .map((cores) => {
      const ranked = cores
        .flatMap((core) =>
          core.map((cpu) => ({ cpu, load: loadOf(cpu), beside: sum(core, loadOf) })),
        )
        .toSorted((one, other) => one.load - other.load || one.beside - other.beside)
      const chosen = ranked.slice(0, count)
      const free = ranked.filter(({ load }) => load === 0).length
      return { chosen, cost: sum(chosen, ({ load }) => load), free }
    })
    .toSorted((one, other) => one.cost - other.cost || one.free - other.free)
  return (best?.chosen ?? []).map(({ cpu }) => cpu).toSorted((one, other) => one - other)
}

function sum<T>(parts: readonly T[], of: (part: T) => number): number {
  return parts.reduce((total, part) => total + of(part), 0)
}
