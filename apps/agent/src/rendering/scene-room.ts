import type { Sha256 } from '@gridloom/contract/core/values'
import type { DiskSpace } from '../host/disk-space.ts'

/** A scene on the disk, complete or partial. */
export interface StoredScene {
  scene: Sha256
  bytes: number
  /** When it was last rendered or received, by the wall clock. */
  usedAtMs: number
  /** A chunk needs it, or it is being received: it is never deleted. */
  isNeeded: boolean
}

export interface RoomRequest {
  /** Bytes that are about to be written. */
  bytes: number
  disk: DiskSpace
  /** The most that all scenes together may take. */
  quotaBytes: number
}

/** Below this much free space scenes are deleted and none is received: other programs use the disk too. */
export const freeBytesMin = 2 * 1024 ** 3

export interface RoomFound {
  /** The scenes to delete, least recently used first. */
  dropped: Sha256[]
  /** Whether that suffices. */
  isEnough: boolean
}

/** Finds room for `bytes` more within the quota that leaves {@link freeBytesMin} free. */
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
