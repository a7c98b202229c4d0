const bytesPerGb = 1_000_000_000

/**
 * What a machine keeps of its disk for itself, in bytes: a twentieth, at least 5 GB and at most 20 GB. Offers
 * leave it out, and the agent makes no disk and goes on with no pull that would touch it.
 */
export function diskReserveBytes(totalBytes: number): number {
  return Math.min(Math.max(totalBytes / 20, 5 * bytesPerGb), 20 * bytesPerGb)
}

/** What renters may take of a disk, in whole GB: what is free, less the reserve. */
export function diskOfferedGb(disk: { totalGb: number; freeGb: number }): number {
  const keptGb = diskReserveBytes(disk.totalGb * bytesPerGb) / bytesPerGb
  return Math.max(0, Math.floor(disk.freeGb - keptGb))
}
