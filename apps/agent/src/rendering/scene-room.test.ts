import { Sha256 } from '@gridloom/contract/core/values'
import { describe, expect, it } from 'vitest'
import { findRoom, freeBytesMin, type StoredScene } from './scene-room.ts'

describe('space for scenes', () => {
  it('is found without a deletion if enough is free', () => {
    expect(findRoom([aScene('a')], aRequest({ bytes: 10 }))).toEqual({
      dropped: [],
      isEnough: true,
    })
  })

  it('is found by deleting the least recently used beyond the quota, and no more', () => {
    const scenes = [
      aScene('b', { usedAtMs: 2 }),
      aScene('a', { usedAtMs: 1 }),
      aScene('c', { usedAtMs: 3 }),
    ]
    const found = findRoom(scenes, aRequest({ bytes: 150, quotaBytes: 300 }))
    expect(found).toEqual({ dropped: [nameOf('a'), nameOf('b')], isEnough: true })
  })

  it('is found by deleting scenes when the disk is low, also within the quota', () => {
    const disk = { totalBytes: 1e12, freeBytes: freeBytesMin - 50 }
    expect(findRoom([aScene('a')], aRequest({ disk })).dropped).toEqual([nameOf('a')])
  })

  it('is never taken from needed scenes, and may not suffice', () => {
    const scenes = [aScene('a', { isNeeded: true }), aScene('b', { usedAtMs: 9 })]
    const dropped = [nameOf('b')]
    const enough = findRoom(scenes, aRequest({ bytes: 150, quotaBytes: 300 }))
    expect(enough).toEqual({ dropped, isEnough: true })
    const tooMuch = findRoom(scenes, aRequest({ bytes: 250, quotaBytes: 300 }))
    expect(tooMuch).toEqual({ dropped, isEnough: false })
  })
})

function aRequest(changes: Partial<Parameters<typeof findRoom>[1]>) {
  const disk = { totalBytes: 1e12, freeBytes: 5e11 }
  return { bytes: 0, disk, quotaBytes: 1_000, ...changes }
}

function nameOf(character: string): Sha256 {
  return Sha256.parse(character.repeat(64))
}

function aScene(character: string, changes: Partial<StoredScene> = {}): StoredScene {
  return { scene: nameOf(character), bytes: 100, usedAtMs: 0, isNeeded: false, ...changes }
}
