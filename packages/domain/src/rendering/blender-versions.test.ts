import { describe, expect, it } from 'vitest'
import { isSupportedBlender } from './blender-versions.ts'

describe('isSupportedBlender', () => {
  it.each(['3.3.0', '3.4.1', '3.6.23', '4.2.12', '4.5.4', '5.0.1'])('accepts %s', (version) => {
    expect(isSupportedBlender(version)).toBe(true)
  })

  it.each([
    '5.0.1-z',
    '3.4.2',
    '3.4.01',
    ' 3.4.1',
    '3.4.1\n',
    '3.4',
    '2.83.20',
    '9.9.9',
    '4.2.999',
    '',
  ])('rejects %j, which was never released or is not supported', (version) => {
    expect(isSupportedBlender(version)).toBe(false)
  })
})
