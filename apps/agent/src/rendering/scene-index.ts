import { rm } from 'node:fs/promises'
import type { Clock } from '@gridloom/async/clock'
import type { Sha256 } from '@gridloom/contract/core/values'
import type { ReadDisk } from '../host/disk-space.ts'
import type { ContentHasher } from './content-hash.ts'
import { filesOf, readLeftScenes, type SceneFacts } from './scene-files.ts'
import { findRoom } from './scene-room.ts'

/** The index entry of one scene. */
export interface IndexedScene {
  scene: Sha256
  /** Set once the scene is ready. */
  facts: SceneFacts | undefined
  receivedBytes: number
  /** Time of the last use by the wall clock, as the next agent reads it too. */
  usedAtMs: number
  /** A hasher of the first `receivedBytes`; missing after a restart. */
  hasher: ContentHasher | undefined
  writer: SceneWriter | undefined
}

/** The call that currently writes a scene. */
export interface SceneWriter {
  /** Aborts when the caller has left. */
  signal: AbortSignal
  /** Resolves when all bytes have arrived. */
  whole: Promise<void>
  /** Resolves when the call has ended, with or without success. */
  done: Promise<void>
}

/** The index of the scenes on the disk and the space that they take. */
export interface SceneIndex {
  find(scene: Sha256): IndexedScene | undefined
  /** Finds the entry of a scene, or adds an empty one. */
  take(scene: Sha256): IndexedScene
  all(): IndexedScene[]
  /** Removes a scene and deletes its files. */
  remove(scene: Sha256): Promise<void>
  /**
   * Deletes the least recently used scenes until `bytes` more fit; returns whether they fit. With 0 bytes it frees
   * space only if the disk is low.
   */
  makeRoom(bytes: number): Promise<boolean>
}

export interface SceneIndexOptions {
  folder: string
  readDisk: ReadDisk
  /** The most disk space that all scenes may take; a tenth of the disk by default. */
  quotaBytes: number | undefined
  /** Returns whether a chunk needs the scene. */
  isNeeded(scene: Sha256): boolean
  onRemoved(scene: IndexedScene): void
  clock: Clock
}

const quotaShare = 0.1

export async function openSceneIndex(options: SceneIndexOptions): Promise<SceneIndex> {
  const { folder, readDisk, clock } = options
  const indexed = new Map<Sha256, IndexedScene>()
  for (const left of await readLeftScenes(folder)) {
    indexed.set(left.scene, { ...left, hasher: undefined, writer: undefined })
  }
  let turn: Promise<unknown> = Promise.resolve()

  function add(scene: Sha256): IndexedScene {
    const added: IndexedScene = {
      scene,
      facts: undefined,
      receivedBytes: 0,
      usedAtMs: clock.now().getTime(),
      hasher: undefined,
      writer: undefined,
    }
    indexed.set(scene, added)
    return added
  }

  async function remove(scene: Sha256): Promise<void> {
    const found = indexed.get(scene)
    indexed.delete(scene)
    await rm(filesOf(folder, scene).folder, { recursive: true, force: true })
    if (found !== undefined) options.onRemoved(found)
  }

  async function dropForRoom(bytes: number): Promise<boolean> {
    const disk = await readDisk()
    const quotaBytes = options.quotaBytes ?? disk.totalBytes * quotaShare
    const stored = [...indexed.values()].map((it) => ({
      scene: it.scene,
      bytes: it.facts?.disk_bytes ?? it.receivedBytes,
      usedAtMs: it.usedAtMs,
      isNeeded: it.writer !== undefined || options.isNeeded(it.scene),
    }))
    const { dropped, isEnough } = findRoom(stored, { bytes, disk, quotaBytes })
    // Nothing is deleted if it would not suffice.
    if (isEnough || bytes === 0) for (const scene of dropped) await remove(scene)
    return isEnough
  }

  return {
    find: (scene) => indexed.get(scene),
    take: (scene) => indexed.get(scene) ?? add(scene),
    all: () => [...indexed.values()],
    remove,
    makeRoom: (bytes) => {
      // One call after the other: two calls that see the same free space would both take it.
      const make = () => dropForRoom(bytes)
      const made = turn.then(make, make)
      turn = made
      return made
    },
  }
}
