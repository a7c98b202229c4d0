import { describe, expect, it } from 'vitest'
import { aBlendScene, someContents } from '../../../testing/render-samples.ts'
import {
  isRenderable,
  known,
  referenceCounts,
  sceneEngine,
  sceneFrameCount,
  sceneFrames,
  sceneOpenedByDefault,
  sceneSamples,
  sceneSize,
} from './scene-words.ts'

describe('the texts of a scene', () => {
  it('show the frame range, with its step if it skips frames', () => {
    expect(sceneFrames(aBlendScene())).toBe('1–100')
    expect(sceneFrames(aBlendScene({ frame_start: 7, frame_end: 7 }))).toBe('7')
    expect(sceneFrames(aBlendScene({ frame_step: 2 }))).toBe('1–100, every 2nd')
    expect(sceneFrames(aBlendScene({ frame_step: 13 }))).toBe('1–100, every 13th')
    expect(sceneFrames(aBlendScene({ frame_step: 21 }))).toBe('1–100, every 21st')
  })

  it('count frames by step, and none if the range ends before it starts', () => {
    expect(sceneFrameCount(aBlendScene())).toBe(100)
    expect(sceneFrameCount(aBlendScene({ frame_step: 3 }))).toBe(34)
    expect(sceneFrameCount(aBlendScene({ frame_end: 0 }))).toBe(0)
  })

  it('show the size before the percentage is applied', () => {
    expect(sceneSize(aBlendScene())).toBe('1920 × 1080')
    expect(sceneSize(aBlendScene({ percentage: 50 }))).toBe('1920 × 1080 at 50 %')
    expect(sceneSize(aBlendScene({ percentage: null }))).toBe('1920 × 1080')
    expect(sceneSize(aBlendScene({ height: null }))).toBe('unknown')
  })

  it('name the engine, an unsupported one by its name in the file', () => {
    expect(sceneEngine(aBlendScene())).toBe('Cycles')
    expect(sceneEngine(aBlendScene({ engine: 'other', engine_name: 'LUXCORE' }))).toBe('LUXCORE')
    expect(sceneEngine(aBlendScene({ engine: null, engine_name: null }))).toBe('unknown')
  })

  it('show samples and whether they are denoised', () => {
    expect(sceneSamples(aBlendScene({ denoise: true }))).toBe('64, denoised')
    expect(sceneSamples(aBlendScene({ samples: null }))).toBe('unknown')
  })
})

describe('the texts of a file', () => {
  it('count references by kind', () => {
    const references = [
      { kind: 'image', path: '//a.png', extent: 'file' },
      { kind: 'image', path: '//b.png', extent: 'file' },
      { kind: 'library', path: '//c.blend', extent: 'file' },
      { kind: 'library', path: '//d.blend', extent: 'file' },
      { kind: 'font', path: '//e.ttf', extent: 'file' },
    ]
    const [blend] = someContents({ facts: { references } }).blends
    expect(blend && referenceCounts(blend.facts)).toBe('2 images, 2 linked libraries, 1 font')
  })

  it('show “none” without references', () => {
    const [blend] = someContents().blends
    expect(blend && referenceCounts(blend.facts)).toBe('none')
  })

  it('use the scene that was open, else the first', () => {
    const scenes = [{ name: 'Intro' }, { name: 'Scene' }]
    const [open] = someContents({ scenes }).blends
    expect(open && sceneOpenedByDefault(open.facts)?.name).toBe('Scene')
    const [unsaid] = someContents({ scenes, facts: { active_scene: null } }).blends
    expect(unsaid && sceneOpenedByDefault(unsaid.facts)?.name).toBe('Intro')
  })
})

describe('isRenderable', () => {
  const error = { level: 'error', code: 'no_camera', text: 'No camera.' }

  it('requires a Blender file without errors; warnings are allowed', () => {
    const warning = { level: 'warning', code: 'missing_file', text: 'A file is missing.' }
    expect(isRenderable(someContents({ diagnostics: [warning] }))).toBe(true)
    expect(isRenderable(someContents({ diagnostics: [error] }))).toBe(false)
  })

  it('is not affected by other files of the zip that have errors', () => {
    const blends = [
      ...someContents({ diagnostics: [error] }).blends,
      ...someContents({ more: {} }).blends,
    ]
    expect(isRenderable(someContents({ more: { kind: 'zip', blends } }))).toBe(true)
  })
})

it('shows unknown values as “unknown”', () => {
  expect(known(null)).toBe('unknown')
  expect(known(0)).toBe('0')
  expect(known(4, (count) => `${count} of them`)).toBe('4 of them')
})
