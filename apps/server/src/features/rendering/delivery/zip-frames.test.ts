import { buffer } from 'node:stream/consumers'
import { RenderJobId } from '@gridloom/contract/core/ids'
import { onRoomyDisk } from '@gridloom/testkit/files'
import { describe, expect, it } from 'vitest'
import { someSettings } from '../../../../test/render-rows.ts'
import { rendered } from '../../../../test/rendered.ts'
import { entriesOf } from '../../../../test/zip-entries.ts'
import type { Files } from '../../../platform/files/files.ts'
import { zipFrames } from './zip-frames.ts'

const job = { id: RenderJobId.parse(`rnj_${'0'.repeat(26)}`), settings: someSettings() }

describe('a zip of frames', () => {
  it('contains every frame unchanged, in order and named, and a note on missing ones', async () => {
    const { bytes } = rendered('honest.png')
    const { files } = setup(async function* () {
      yield bytes.subarray(0, 100)
      yield bytes.subarray(100)
    })
    const zip = await buffer(
      zipFrames(
        { files },
        { job, frames: framesOf(3, bytes.length), base: 'a', note: 'Frames: 4\n' },
      ),
    )
    const entries = entriesOf(zip)
    expect(entries.map(({ name }) => name)).toEqual([
      'a_0001.png',
      'a_0002.png',
      'a_0003.png',
      'missing-frames.txt',
    ])
    // Stored, not compressed again.
    expect(entries.slice(0, 3).every(({ method }) => method === 0)).toBe(true)
    expect(new Uint8Array(entries[1]?.stored ?? [])).toEqual(bytes)
  })

  it('has the same bytes each time', async () => {
    const { files } = setup(async function* () {
      yield new Uint8Array(50)
    })
    const zipped = { job, frames: framesOf(4, 50), base: 'a', note: null }
    const [one, other] = [
      await buffer(zipFrames({ files }, zipped)),
      await buffer(zipFrames({ files }, zipped)),
    ]
    expect(one).toEqual(other)
  })

  it('is streamed: of thousands of frames, only those that were read are opened', async () => {
    const megabyte = new Uint8Array(1_000_000)
    const { files, opened } = setup(async function* () {
      yield megabyte
    })
    const zip = zipFrames(
      { files },
      { job, frames: framesOf(5_000, 1_000_000), base: 'a', note: null },
    )
    let taken = 0
    for await (const bytes of zip) {
      taken += bytes.length
      if (taken > 10_000_000) break
    }
    expect(opened.length).toBeLessThan(20)
    expect(opened.length).toBeGreaterThan(9)
  })

  it('releases the current file when its reader leaves', async () => {
    const released = Promise.withResolvers<void>()
    const { files } = setup(async function* () {
      try {
        for (;;) yield new Uint8Array(1_000)
      } finally {
        released.resolve()
      }
    })
    for await (const _ of zipFrames(
      { files },
      { job, frames: framesOf(1, 1e9), base: 'a', note: null },
    ))
      break
    await released.promise
  })

  it('fails when a picture cannot be read, so that it does not pass for complete', async () => {
    const { files } = setup(async function* (key) {
      if (key.includes('/2.0.')) throw new Error('the disk is gone')
      yield new Uint8Array(50)
    })
    const zip = zipFrames({ files }, { job, frames: framesOf(3, 50), base: 'a', note: null })
    await expect(buffer(zip)).rejects.toThrow('the disk is gone')
  })
})

function framesOf(count: number, bytes: number) {
  return Array.from({ length: count }, (_, nth) => ({
    number: nth + 1,
    sha256: 'a'.repeat(64),
    bytes,
  }))
}

function setup(read: Files['read']) {
  const opened: string[] = []
  const files = onRoomyDisk({
    put: async () => 0,
    adopt: async () => {},
    read: (key) => {
      opened.push(key)
      return read(key)
    },
    size: async () => undefined,
    remove: async () => {},
    removeAll: async () => {},
    scratchFolder: '/nowhere',
    async [Symbol.asyncDispose]() {},
  })
  return { files, opened }
}
