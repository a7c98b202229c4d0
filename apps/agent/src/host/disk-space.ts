import { statfs } from 'node:fs/promises'

/** The filesystem that rendering writes to, in bytes; `freeBytes` is what an unprivileged user may still write. */
export interface DiskSpace {
  totalBytes: number
  freeBytes: number
}

export type ReadDisk = () => Promise<DiskSpace>

export function diskOf(folder: string): ReadDisk {
  return async () => {
    const { bsize, blocks, bavail } = await statfs(folder)
    return { totalBytes: blocks * bsize, freeBytes: bavail * bsize }
  }
}

/** Returns whether a write failed because the disk or a quota is full. */
export function isDiskFullError(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    'code' in cause &&
    (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')
  )
}

/** Formats bytes as decimal GB, such as `1.5 GB`. */
export function gb(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
