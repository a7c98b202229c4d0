import { describe, expect, it } from 'vitest'
import { limits } from '../limits.ts'
import { checkEntry, type ListedEntry, staysInside, ZipTotals } from './zip-safety.ts'

describe('staysInside', () => {
  it.each(['scene.blend', 'a/b/c.png', 'a..b/c', '..a/b', 'a/...', 'Szene 1/ü 眼.png'])(
    'accepts %s',
    (path) => {
      expect(staysInside(path)).toBe(true)
    },
  )

  it.each([
    '',
    '/etc/passwd',
    '../up.png',
    'a/../../up.png',
    'a/..',
    'C:/windows/system.ini',
    'c:up.png',
    'a\u0000b.png',
    'a\nb.png',
    `${'long/'.repeat(300)}name.png`,
  ])('rejects “%s”', (path) => {
    expect(staysInside(path)).toBe(false)
  })
})

describe('checkEntry', () => {
  it('accepts a file and a folder', () => {
    expect(() => checkEntry(entry({}))).not.toThrow()
    expect(() => checkEntry(entry({ path: 'tex/', isFolder: true }))).not.toThrow()
  })

  it.each([
    [{ isEncrypted: true }, 'zip_encrypted'],
    [{ isLink: true }, 'zip_link'],
    [{ path: '../up.png' }, 'zip_unsafe_path'],
  ])('rejects %o by its name', (values, code) => {
    const refused = entry(values)
    expect(() => checkEntry(refused)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(`“${refused.path}”`) }),
    )
  })
})

describe('ZipTotals', () => {
  it('adds up the unpacked sizes', () => {
    const totals = new ZipTotals(1_000)
    totals.add(entry({ packedBytes: 100, unpackedBytes: 300 }))
    totals.add(entry({ packedBytes: 100, unpackedBytes: 200 }))
    expect(totals.unpacked).toBe(500)
  })

  it('rejects overlapping entries', () => {
    const totals = new ZipTotals(1_000)
    totals.add(entry({ packedBytes: 800 }))
    expect(() => totals.add(entry({ packedBytes: 800 }))).toThrow(
      expect.objectContaining({ code: 'bomb' }),
    )
  })

  it('rejects more than any scene unpacks to', () => {
    const most = limits.zipUnpackedBytesFree + limits.zipUnpackedRatio * 1_000
    const totals = new ZipTotals(1_000)
    expect(() => totals.add(entry({ unpackedBytes: most }))).not.toThrow()
    expect(() => totals.add(entry({ unpackedBytes: 1 }))).toThrow(
      expect.objectContaining({ code: 'bomb' }),
    )
  })
})

function entry(values: Partial<ListedEntry>): ListedEntry {
  return {
    path: 'tex/wood.png',
    method: 8,
    packedBytes: 10,
    unpackedBytes: 20,
    offset: 0,
    isFolder: false,
    isLink: false,
    isEncrypted: false,
    ...values,
  }
}
