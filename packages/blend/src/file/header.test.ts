import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../test/blend-writer.ts'
import { readHeader, versionName } from './header.ts'

describe('readHeader', () => {
  it('reads the header of 2.4 to 4.5', () => {
    expect(readHeader(bytesOf('BLENDER-v304REND'))).toEqual({
      bytes: 12,
      pointerBytes: 8,
      littleEndian: true,
      heads: 'small',
      version: 304,
    })
  })

  it('reads four-byte pointers and big endian', () => {
    expect(readHeader(bytesOf('BLENDER_V245REND'))).toMatchObject({
      pointerBytes: 4,
      littleEndian: false,
      version: 245,
    })
  })

  it('reads the header of 5.0', () => {
    expect(readHeader(bytesOf('BLENDER17-01v0500REND'))).toEqual({
      bytes: 17,
      pointerBytes: 8,
      littleEndian: true,
      heads: 'large',
      version: 500,
    })
  })

  it.each(['BLENDER17-02v0510', 'BLENDER19-01v0600'])('throws unsupported for %s', (header) => {
    expect(() => readHeader(bytesOf(header))).toThrow(
      expect.objectContaining({ code: 'unsupported' }),
    )
  })

  it.each(['BLENDER', 'BLENDER-v3x4', 'BLENDER*v304', 'blender-v304', '', 'PK'])(
    'throws not_a_blend for “%s”',
    (header) => {
      expect(() => readHeader(bytesOf(header))).toThrow(
        expect.objectContaining({ code: 'not_a_blend' }),
      )
    },
  )
})

describe('versionName', () => {
  it.each([
    [245, '2.45'],
    [278, '2.78'],
    [280, '2.80'],
    [300, '3.0'],
    [304, '3.4'],
    [405, '4.5'],
    [500, '5.0'],
    [512, '5.12'],
  ])('%i is %s', (version, name) => {
    expect(versionName(version)).toBe(name)
  })
})
