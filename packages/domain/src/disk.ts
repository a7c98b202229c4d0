const bytesPerGb = 1_000_000_000

/**
 * The part of a disk that a machine keeps for itself, in bytes: a twentieth, at least 5 GB and at most 20 GB. Offers do
 * not include it, and the agent creates no disk and continues no pull that would use it.
 */
export function diskReserveBytes(totalBytes: number): number {
  return Math.min(Math.max(totalBytes / 20, 5 * bytesPerGb), 20 * bytesPerGb)
}

/** The part of a disk that renters may use, in whole GB: the free space without the reserve. */
export function diskOfferedGb(disk: { totalGb: number; freeGb: number }): number {
  const keptGb = diskReserveBytes(disk.totalGb * bytesPerGb) / bytesPerGb
  return Math.max(0, Math.floor(disk.freeGb - keptGb))
}
