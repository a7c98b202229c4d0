import type { Sha256 } from '@gridloom/contract/core/values'
import type { DiskSpace } from '../host/disk-space.ts'

/** A scene on the disk, complete or partial. */
export interface StoredScene {
  scene: Sha256
  bytes: number
  /** Time of the last use or arrival, by the wall clock. */
  usedAtMs: number
  /** A chunk needs the scene, or it is being received: it is not deleted. */
  isNeeded: boolean
}

export interface RoomRequest {
  /** Bytes that are about to be written. */
  bytes: number
  disk: DiskSpace
  /** The most disk space that all scenes may take. */
  quotaBytes: number
}

/** Below this much free space scenes are deleted and none is received: other programs use the disk too. */
export const freeBytesMin = 2 * 1024 ** 3

export interface RoomFound {
  /** The scenes to delete, least recently used first. */
  dropped: Sha256[]
  /** Whether the deletions free enough space. */
  isEnough: boolean
}

/** Chooses scenes to delete, so that `bytes` more fit into the quota and leave {@link freeBytesMin} free. */
export function findRoom(
  scenes: readonly StoredScene[],
  { bytes, disk, quotaBytes }: RoomRequest,
): RoomFound {
  const storedBytes = scenes.reduce((sum, it) => sum + it.bytes, 0)
  const overQuota = storedBytes + bytes - quotaBytes
  const overDisk = bytes + freeBytesMin - disk.freeBytes
  let missingBytes = Math.max(overQuota, overDisk)
  const dropped: Sha256[] = []
  const byAge = scenes.filter(({ isNeeded }) => !isNeeded).sort((a, b) => a.usedAtMs - b.usedAtMs)
  for (const { scene, bytes: freed } of byAge) {
    if (missingBytes <= 0) break
    dropped.push(scene)
    missingBytes -= freed
  }
  return { dropped, isEnough: missingBytes <= 0 }
}
