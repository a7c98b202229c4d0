import { describe, expect, it } from 'vitest'
import { someContents } from '../../../testing/render-samples.ts'
import { type OwnField, ownValuesOf } from './own-values.ts'

describe('the file’s own values', () => {
  it.each([
    ['frames', '1–100', '1-100'],
    ['step', '1', 1],
    ['width', '1920', 1_920],
    ['percentage', '100 %', 100],
    ['engine', 'Cycles', 'cycles'],
    ['denoise', 'off', false],
    ['format', 'PNG', 'png'],
    ['camera', 'Camera', 'Camera'],
    ['fps', '24', 24],
    ['compositing', 'off', false],
  ] satisfies [OwnField, string, unknown][])(
    'have %s in words and to be typed',
    (field, words, typed) => {
      expect(own(field)).toEqual({ words, typed: { [field]: typed } })
    },
  )

  it('leave samples to the file, whatever it has', () => {
    expect(own('samples')).toEqual({ words: '64', typed: { samples: '' } })
  })

  it('are unknown, and nothing to go back to, where the file does not tell', () => {
    const unsaid = { samples: null, engine: null, output_format: null, uses_compositing: null }
    for (const field of ['samples', 'engine', 'format', 'compositing'] as const) {
      expect(own(field, unsaid)).toEqual({ words: 'unknown', typed: undefined })
    }
  })

  it('say of a movie what it is, and go back to frames', () => {
    expect(own('format', { output_format: 'FFMPEG' })).toEqual({
      words: 'FFMPEG',
      typed: { format: 'png' },
    })
  })

  it('are none of a file that is not in the upload', () => {
    const chosen = { blend_path: 'elsewhere.blend', scene: 'Scene' }
    expect(ownValuesOf(someContents(), chosen)).toBeUndefined()
  })

  it('are unknown of a scene that is not in the file', () => {
    const values = ownValuesOf(someContents(), { blend_path: 'donut.blend', scene: 'Elsewhere' })
    expect(values?.of('frames')).toEqual({ words: 'unknown', typed: undefined })
  })
})

function own(field: OwnField, scene: object = {}) {
  const contents = someContents({ scenes: [scene] })
  return ownValuesOf(contents, { blend_path: 'donut.blend', scene: 'Scene' })?.of(field)
}
