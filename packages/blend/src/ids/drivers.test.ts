import { describe, expect, it } from 'vitest'
import { smallBlend } from '../../test/small-dna.ts'
import { readBlend } from '../read-blend.ts'
import { memorySource } from '../source.ts'
import { isPlainExpression } from './drivers.ts'

describe('isPlainExpression', () => {
  it.each([
    'frame',
    'frame / 10 + sin(frame)',
    '1 if var > 3 else 0',
    'max(a, min(b, 0.5))',
    '-(x * 2e-3)',
    'a <= b and not c',
    'smoothstep(0, 1, var)',
    'lerp(a, b, .5)',
    'pi * radians(var)',
    '((1))',
  ])('accepts %s as plain', (expression) => {
    expect(isPlainExpression(expression)).toBe(true)
  })

  it.each([
    '',
    ' ',
    'bpy.context.scene.frame_current',
    '[1, 2][0]',
    'noise.random()',
    '__import__("os").system("true")',
    'self.location',
    'my_function(var)',
    'a ** 2',
    'a // 2',
    'a % 2',
    'lambda: 0',
    '"text"',
    'sin',
    'sin + 1',
    '(sin)(1)',
    'a; b',
  ])('requires Python for “%s”', (expression) => {
    expect(isPlainExpression(expression)).toBe(false)
  })

  it('handles the longest expressions in less than 100 ms', () => {
    const started = performance.now()
    expect(isPlainExpression('('.repeat(255))).toBe(true)
    expect(isPlainExpression(' '.repeat(255))).toBe(false)
    expect(performance.now() - started).toBeLessThan(100)
  })
})

it('counts drivers that need Python, of any owner', async () => {
  const driver = { expression: 'self.x', type: 1 }
  const file = smallBlend()
    .block('OB', 'Object', { 'id.name': 'OBRig' })
    .block('DATA', 'ChannelDriver', driver, { address: 0x51 })
    .block('DATA', 'ChannelDriver', { ...driver, expression: 'frame' }, { address: 0x52 })
    .block('DATA', 'ChannelDriver', { ...driver, type: 2 }, { address: 0x53 })
    .block('MA', 'ID', { name: 'MASkin' })
    .block('DATA', 'ChannelDriver', driver, { address: 0x54 })
  expect(await readBlend(memorySource(file.bytes()))).toMatchObject({ drivers: 2 })
})
