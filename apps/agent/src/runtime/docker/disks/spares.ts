import { mkdir, rename } from 'node:fs/promises'
import type { Clock } from '@gridloom/async/clock'
import type { EngineProcess } from './engine-process.ts'
import type { DiskPlaces } from './places.ts'
import { roomIn } from './room.ts'

/** Enough for two concurrent orders; a third creates its own disk. */
const sparesKept = 2
/** A spare takes at most an eighth of the free space: machines with little space have none. */
const roomShare = 8
const makeLimitMs = 30_000

export interface SpareSite {
  clock: Clock
  engineRoot: string
  places: DiskPlaces
  findEngine: () => Promise<EngineProcess>
  /** Creates and mounts a new disk. */
  make(disk: { name: string; bytes: number }, signal: AbortSignal): Promise<void>
  remove(name: string, signal: AbortSignal): Promise<void>
}

/**
 * Disks that are created in advance, formatted and mounted, because creating one is a large part of the start time. All
 * are of one size; each is given away once, before anything was written to it. They are dropped when anything else
 * needs their space.
 */
export interface SpareDisks {
  /** Creates the missing spares of this size, and deletes those of another. */
  prepare(bytes: number, signal: AbortSignal): Promise<void>
  /** Turns a spare of this size into the disk of this name; returns `false` if there is none. */
  give(
    engine: EngineProcess,
    disk: { name: string; bytes: number },
    signal: AbortSignal,
  ): Promise<boolean>
  /** Unmounts the former mount points of spares that were given away. */
  settle(signal: AbortSignal): Promise<void>
  /** Deletes all spares that were not given away. */
  drop(signal: AbortSignal): Promise<void>
  /** Returns whether a disk of this name is a spare of this process, complete or not. */
  has(name: string): boolean
  /** Returns whether a spare was given away and is still mounted under both names. */
  isGiven(name: string): boolean
}

export function createDiskPool(site: SpareSite): SpareDisks {
  const { clock, engineRoot, places, findEngine, make, remove } = site
  let ready: { name: string; bytes: number }[] = []
  /** Spares that were given away and are still mounted at their former mount point too. */
  let given: string[] = []
  const mine = new Set<string>()
  let made = 0

  /** Deletes disks. An aborted removal leaves the rest to the next one: nothing stays mounted when the agent ends. */
  async function discard(names: readonly string[], signal: AbortSignal): Promise<void> {
    const left = [...names]
    try {
      for (const name of names) {
        await remove(name, signal)
        mine.delete(name)
        left.shift()
      }
    } finally {
      given.push(...left)
    }
  }

  async function makeOne(bytes: number): Promise<void> {
    made += 1
    const name = `.spare-${process.pid}-${made}`
    mine.add(name)
    // Has a time limit of its own: an incomplete disk would be left behind.
    await make({ name, bytes }, clock.timeout(makeLimitMs))
    ready.push({ name, bytes })
  }

  async function clear(isGone: (bytes: number) => boolean, signal: AbortSignal): Promise<void> {
    const gone = ready.filter(({ bytes }) => isGone(bytes)).map(({ name }) => name)
    ready = ready.filter(({ bytes }) => !isGone(bytes))
    const names = [...given, ...gone]
    given = []
    await discard(names, signal)
  }

  return {
    prepare: async (bytes, signal) => {
      await clear((size) => size !== bytes, signal)
      const engine = await findEngine()
      while (ready.length < sparesKept && (await roomIn(engine, engineRoot)) >= bytes * roomShare) {
        signal.throwIfAborted()
        await makeOne(bytes)
      }
    },
    give: async (engine, { name, bytes }, signal) => {
      const spare = ready.find((it) => it.bytes === bytes)
      if (spare === undefined) return false
      ready = ready.filter((it) => it !== spare)
      given.push(spare.name)
      const from = places.of(spare.name)
      const to = places.of(name)
      // An engine that was restarted may not see the mounts of the one before.
      if (!(await engine.mountPoints()).has(from.mount)) return false
      await mkdir(engine.pathOf(to.mount), { recursive: true })
      // The file is renamed first: a mounted disk always has a file, wherever this is interrupted.
      await rename(engine.pathOf(from.file), engine.pathOf(to.file))
      await engine.run(['mount', '--bind', from.mount, to.mount], signal)
      return true
    },
    settle: (signal) => clear(() => false, signal),
    drop: (signal) => clear(() => true, signal),
    has: (name) => mine.has(name),
    isGiven: (name) => given.includes(name),
  }
}
