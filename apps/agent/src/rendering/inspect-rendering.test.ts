import { describe, expect, it } from 'vitest'
import { exitCodeFor } from '../doctor/finding.ts'
import { inspectRendering } from './inspect-rendering.ts'

describe('rendering', () => {
  it('is told of with what renders', () => {
    const engine = { driver: 'blender', program: '/usr/bin/blender' } as const
    expect(inspectRendering({ engine })).toEqual({
      name: 'rendering',
      level: 'ok',
      text: '/usr/bin/blender, kept in by bubblewrap',
    })
    expect(inspectRendering({ engine: { driver: 'bpy', program: '/p' } }).text).toContain(
      'with bpy',
    )
  })

  it('may be missing without keeping the machine from hosting, and says what mends it', () => {
    const lack = { missing: 'Blender is not installed', remedy: 'apt-get install blender' }
    const finding = inspectRendering(lack)
    expect(finding).toMatchObject({ level: 'warn', remedy: 'apt-get install blender' })
    expect(exitCodeFor([finding])).toBe(0)
  })
})
