import { mkdir, rename } from 'node:fs/promises'
import type { Clock } from '@gridloom/async/clock'
import type { EngineProcess } from './engine-process.ts'
import type { DiskPlaces } from './places.ts'
import { roomIn } from './room.ts'

/** Enough for two orders at once; a third makes its own. */
const sparesKept = 2
/** A spare takes at most this share of the room there is: machines with little of it keep none. */
const roomShare = 8
const makeLimitMs = 30_000

export interface SpareSite {
  clock: Clock
  engineRoot: string
  places: DiskPlaces
  findEngine: () => Promise<EngineProcess>
  /** Makes and mounts a disk that is not there. */
  make(disk: { name: string; bytes: number }, signal: AbortSignal): Promise<void>
  remove(name: string, signal: AbortSignal): Promise<void>
}

/**
 * Disks made ahead, formatted and mounted, because making one is a good part of what a start takes. All are of
 * one size; each is given away once, before anybody wrote to it. They are room for whatever else needs it.
 */
export interface SpareDisks {
  /** Makes what is missing of this size, and removes those of another. */
  prepare(bytes: number, signal: AbortSignal): Promise<void>
  /** Turns a spare of this size into the disk of this name; `false` where there is none to be had. */
  give(
    engine: EngineProcess,
    disk: { name: string; bytes: number },
    signal: AbortSignal,
  ): Promise<boolean>
  /** Lets go of the places at which those that were given away were mounted before. */
  settle(signal: AbortSignal): Promise<void>
  /** Removes all that nobody has taken. */
  drop(signal: AbortSignal): Promise<void>
  /** Whether a disk of this name is a spare of this process, whole or not. */
  has(name: string): boolean
  /** Whether it was given away and goes by two names for a moment. */
  isGiven(name: string): boolean
}

export function createSpareDisks(site: SpareSite): SpareDisks {
  const { clock, engineRoot, places, findEngine, make, remove } = site
  let ready: { name: string; bytes: number }[] = []
  /** Given away, and still mounted at their own place too. */
  let given: string[] = []
  const mine = new Set<string>()
  let made = 0

  /** A removal that is cut short leaves the rest to the next one: nothing stays mounted when the agent ends. */
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
    // Has a limit of its own: what is half made would be left behind.
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
      // An engine that was started anew may see none of what was mounted for the one before.
      if (!(await engine.mountPoints()).has(from.mount)) return false
      await mkdir(engine.pathOf(to.mount), { recursive: true })
      // Its file first: a disk that is mounted always has one, wherever this is cut off.
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
