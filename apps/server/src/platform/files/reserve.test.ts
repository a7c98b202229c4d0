import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { systemIds } from '../ids.ts'
import { localFiles } from './local-files.ts'
import { diskReserve, diskSpaceReader, reserveOf } from './reserve.ts'
import { withReserve } from './with-reserve.ts'

const giB = 1024 ** 3
const never = new AbortController().signal

describe('reserveOf', () => {
  it.each([
    [10 * giB, 2 * giB],
    [100 * giB, 5 * giB],
    [4_000 * giB, 20 * giB],
  ])('returns, for a disk of %d bytes, %d', (total, kept) => {
    expect(reserveOf(total)).toBe(kept)
  })
})

describe('diskSpaceReader', () => {
  it('reads the disk under a folder', async () => {
    const { freeBytes, totalBytes } = await diskSpaceReader(tmpdir(), systemClock)()
    expect(freeBytes).toBeGreaterThan(0)
    expect(totalBytes).toBeGreaterThanOrEqual(freeBytes)
  })
})

describe('withReserve', () => {
  it('accepts files up to the reserve, rejects one midway, and leaves no partial file', async () => {
    await using site = await setup()
    expect(await site.files.put('a', [bytesOf('one')], never)).toBe(3)
    async function* filling() {
      yield bytesOf('first')
      site.fill()
      yield bytesOf('second')
    }
    await expect(site.files.put('b', filling(), never)).rejects.toMatchObject({
      code: 'storage_full',
      status: 507,
    })
    expect(await site.files.size('b')).toBeUndefined()
    await expect(site.files.put('c', [], never)).rejects.toMatchObject({ code: 'storage_full' })
    expect(await site.files.size('a')).toBe(3)
    await site.files.remove('a')
    expect(await site.files.size('a')).toBeUndefined()
  })
})

async function setup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-reserve-'))
  const clock = systemClock
  const ids = systemIds(() => clock.now())
  const scratchFolder = path.join(folder, 'scratch')
  const local = await localFiles({ folder: path.join(folder, 'files'), scratchFolder, clock, ids })
  let freeBytes = 3 * giB
  return {
    files: withReserve(
      local,
      diskReserve(async () => ({ freeBytes, totalBytes: 10 * giB })),
    ),
    fill() {
      freeBytes = giB
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
