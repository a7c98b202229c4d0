import { randomFillSync } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import type { Execute } from '../host/execute.ts'

export interface DiskOptions {
  /** Folder of the test file during the measurement. */
  folder: string
  clock: Clock
  execute: Execute
  signal: AbortSignal
}

export interface DiskRates {
  writeMbPerS: number
  /** `undefined` where the filesystem cannot be read past its cache, so no rate would be accurate. */
  readMbPerS: number | undefined
}

const fileBytes = 256 * 1024 * 1024
const pieceBytes = 4 * 1024 * 1024
const writeMsMax = 2_000
const readTimeoutMs = 5_000

/** Measures sequential rates on one file: writing includes the flush to disk, reading bypasses the page cache. */
export async function measureDisk(options: DiskOptions): Promise<DiskRates> {
  const path = join(options.folder, 'benchmark.bin')
  try {
    const writeMbPerS = await write(path, options)
    const argv = directReadArgv(path)
    const { stderr } = await options.execute(argv, {
      timeoutMs: readTimeoutMs,
      signal: options.signal,
    })
    return { writeMbPerS, readMbPerS: parseDdRate(stderr) }
  } finally {
    await rm(path, { force: true })
  }
}

/** `iflag=direct` reads from the disk instead of the page cache; filesystems without it return an error. */
export function directReadArgv(path: string): string[] {
  return ['dd', `if=${path}`, 'of=/dev/null', 'bs=1M', 'iflag=direct']
}

/** Parses megabytes per second from the last line of GNU dd: `N bytes (…) copied, S s, R MB/s`. */
export function parseDdRate(stderr: string): number | undefined {
  const found = /^(\d+) bytes .*copied, ([\d.e-]+) s/m.exec(stderr)
  const [, bytes, seconds] = found ?? []
  if (bytes === undefined || Number(bytes) === 0 || !(Number(seconds) > 0)) return undefined
  return Number(bytes) / Number(seconds) / 1e6
}

/** Writes new random data in every block, so that a disk that compresses or deduplicates gains nothing. */
async function write(path: string, { clock, signal }: DiskOptions): Promise<number> {
  const piece = Buffer.alloc(pieceBytes)
  const file = await open(path, 'w', 0o600)
  let bytes = 0
  let spentMs = 0
  try {
    while (bytes < fileBytes && spentMs < writeMsMax) {
      signal.throwIfAborted()
      randomFillSync(piece)
      const startedMs = clock.monotonicMs()
      await file.write(piece)
      bytes += piece.length
      spentMs += clock.monotonicMs() - startedMs
    }
    const startedMs = clock.monotonicMs()
    await file.sync()
    return bytes / (spentMs + clock.monotonicMs() - startedMs) / 1_000
  } finally {
    await file.close()
  }
}
