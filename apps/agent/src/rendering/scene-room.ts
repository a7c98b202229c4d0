import type { Sha256 } from '@gridloom/contract/core/values'
import type { DiskSpace } from '../host/disk-space.ts'

/** A scene as it lies on the disk, whole or in part. */
export interface LyingScene {
  scene: Sha256
  bytes: number
  /** When it was last rendered or received, by the wall clock. */
  usedAtMs: number
  /** A chunk needs it, or it is arriving: it stays whatever happens. */
  isNeeded: boolean
}

export interface RoomAsked {
  /** What is about to be written. */
  bytes: number
  disk: DiskSpace
  /** What all scenes together may take. */
  quotaBytes: number
}

/** Below this much free space scenes go, and nothing new is begun: the machine is not ours alone. */
export const freeBytesMin = 2 * 1024 ** 3

export interface RoomFound {
  /** What has to go, least recently used first. */
  dropped: Sha256[]
  /** Whether that suffices. */
  isEnough: boolean
}

/** Finds room for `bytes` more within the quota that leaves {@link freeBytesMin} free. */
export function findRoom(
  scenes: readonly LyingScene[],
  { bytes, disk, quotaBytes }: RoomAsked,
): RoomFound {
  const lyingBytes = scenes.reduce((sum, it) => sum + it.bytes, 0)
  const overQuota = lyingBytes + bytes - quotaBytes
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
