import { rm } from 'node:fs/promises'
import type { Clock } from '@gridloom/async/clock'
import type { Sha256 } from '@gridloom/contract/core/values'
import type { ReadDisk } from '../host/disk-space.ts'
import type { ContentHasher } from './content-hash.ts'
import { filesOf, readLeftScenes, type SceneFacts } from './scene-files.ts'
import { findRoom } from './scene-room.ts'

/** What the store knows of one scene. */
export interface ShelvedScene {
  scene: Sha256
  /** Once it is ready. */
  facts: SceneFacts | undefined
  receivedBytes: number
  /** By the wall clock, for the next agent too. */
  usedAtMs: number
  /** Has seen `receivedBytes`; absent after a restart. */
  hasher: ContentHasher | undefined
  writer: SceneWriter | undefined
}

/** Who is at work on a scene. */
export interface SceneWriter {
  /** Aborts when its caller has left. */
  signal: AbortSignal
  /** Resolves when all bytes are there. */
  whole: Promise<void>
  /** Resolves when it has ended, however that went. */
  done: Promise<void>
}

/** The scenes on the disk, and the room that they take. */
export interface SceneShelf {
  find(scene: Sha256): ShelvedScene | undefined
  /** Finds it, or begins one of which nothing is there. */
  take(scene: Sha256): ShelvedScene
  all(): ShelvedScene[]
  /** Forgets a scene and deletes its files. */
  remove(scene: Sha256): Promise<void>
  /**
   * Deletes what was not used for the longest until `bytes` more have room; says whether they have. With no bytes
   * it deletes what it can where the disk is low.
   */
  makeRoom(bytes: number): Promise<boolean>
}

export interface SceneShelfOptions {
  folder: string
  readDisk: ReadDisk
  /** What all scenes together may take; a tenth of the disk unless told. */
  quotaBytes: number | undefined
  /** Whether a chunk needs it. */
  isNeeded(scene: Sha256): boolean
  onRemoved(scene: ShelvedScene): void
  clock: Clock
}

const quotaShare = 0.1

export async function openSceneShelf(options: SceneShelfOptions): Promise<SceneShelf> {
  const { folder, readDisk, clock } = options
  const shelved = new Map<Sha256, ShelvedScene>()
  for (const left of await readLeftScenes(folder)) {
    shelved.set(left.scene, { ...left, hasher: undefined, writer: undefined })
  }
  let turn: Promise<unknown> = Promise.resolve()

  function begin(scene: Sha256): ShelvedScene {
    const begun: ShelvedScene = {
      scene,
      facts: undefined,
      receivedBytes: 0,
      usedAtMs: clock.now().getTime(),
      hasher: undefined,
      writer: undefined,
    }
    shelved.set(scene, begun)
    return begun
  }

  async function remove(scene: Sha256): Promise<void> {
    const found = shelved.get(scene)
    shelved.delete(scene)
    await rm(filesOf(folder, scene).folder, { recursive: true, force: true })
    if (found !== undefined) options.onRemoved(found)
  }

  async function dropForRoom(bytes: number): Promise<boolean> {
    const disk = await readDisk()
    const quotaBytes = options.quotaBytes ?? disk.totalBytes * quotaShare
    const lying = [...shelved.values()].map((it) => ({
      scene: it.scene,
      bytes: it.facts?.disk_bytes ?? it.receivedBytes,
      usedAtMs: it.usedAtMs,
      isNeeded: it.writer !== undefined || options.isNeeded(it.scene),
    }))
    const { dropped, isEnough } = findRoom(lying, { bytes, disk, quotaBytes })
    // Nothing goes for the sake of what cannot come all the same.
    if (isEnough || bytes === 0) for (const scene of dropped) await remove(scene)
    return isEnough
  }

  return {
    find: (scene) => shelved.get(scene),
    take: (scene) => shelved.get(scene) ?? begin(scene),
    all: () => [...shelved.values()],
    remove,
    makeRoom: (bytes) => {
      // One after the other: two that reckon with the same free space would both take it.
      const make = () => dropForRoom(bytes)
      const made = turn.then(make, make)
      turn = made
      return made
    },
  }
}
