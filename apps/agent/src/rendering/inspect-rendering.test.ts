import { describe, expect, it } from 'vitest'
import { exitCodeFor } from '../doctor/finding.ts'
import { inspectRendering } from './inspect-rendering.ts'

describe('the finding on rendering', () => {
  it('names the program that renders', () => {
    const engine = { driver: 'blender', program: '/usr/bin/blender' } as const
    expect(inspectRendering({ engine })).toEqual({
      name: 'rendering',
      level: 'ok',
      text: '/usr/bin/blender, sandboxed by bubblewrap',
    })
    expect(inspectRendering({ engine: { driver: 'bpy', program: '/p' } }).text).toContain(
      'with bpy',
    )
  })

  it('is a warning with a remedy, without an error, if Blender is missing', () => {
    const lack = { missing: 'Blender is not installed', remedy: 'apt-get install blender' }
    const finding = inspectRendering(lack)
    expect(finding).toMatchObject({ level: 'warn', remedy: 'apt-get install blender' })
    expect(exitCodeFor([finding])).toBe(0)
  })
})
