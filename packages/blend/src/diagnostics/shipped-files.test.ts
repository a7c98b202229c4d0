import { describe, expect, it } from 'vitest'
import { ShippedFiles } from './shipped-files.ts'

const files = new ShippedFiles([
  'scene.blend',
  'tex/Wood.png',
  'tex/deep/er/stone.jpg',
  'walk/walk_0007.png',
  'skin.1002.exr',
  'cloth.u1_v2.png',
  'v2/take3_final.mov',
])

describe('ShippedFiles', () => {
  it.each(['scene.blend', 'tex/Wood.png', 'tex', 'tex/deep', 'tex/deep/er'])('has %s', (path) => {
    expect(files.has(path, 'file')).toBe(true)
  })

  it.each(['tex/wood.png', 'wood.png', 'te', 'tex/deep/e', 'walk/walk_0001.png', ''])(
    'does not have “%s”',
    (path) => {
      expect(files.has(path, 'file')).toBe(false)
    },
  )

  it.each(['walk/walk_0001.png', 'walk/walk_0007.png', 'walk/walk_12.png'])(
    'has a picture of the sequence of %s',
    (path) => {
      expect(files.has(path, 'sequence')).toBe(true)
    },
  )

  it.each(['walk/run_0001.png', 'walk_0001.png', 'walk/walk_0001.exr', 'v3/take1_final.mov'])(
    'has no picture of the sequence of %s',
    (path) => {
      expect(files.has(path, 'sequence')).toBe(false)
    },
  )

  it.each(['skin.<UDIM>.exr', 'cloth.<UVTILE>.png'])('has a tile of %s', (path) => {
    expect(files.has(path, 'tiles')).toBe(true)
  })

  it('has no tile of another name', () => {
    expect(files.has('leather.<UDIM>.exr', 'tiles')).toBe(false)
  })

  it('finds the same name in different case', () => {
    expect(files.alike('tex/wood.png')).toBe('tex/Wood.png')
    expect(files.alike('tex/iron.png')).toBeUndefined()
  })

  it('looks up 100,000 files in less than 3 s', () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `a/b/c/frame_${index}.png`)
    const started = performance.now()
    const many = new ShippedFiles(names)
    for (const name of names) many.has(`${name}x`, 'sequence')
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})
