import { describe, expect, it } from 'vitest'
import { aBlendScene, someContents } from '../../../testing/render-samples.ts'
import {
  isRenderable,
  known,
  openScene,
  referenceCounts,
  sceneEngine,
  sceneFrameCount,
  sceneFrames,
  sceneSamples,
  sceneSize,
} from './scene-words.ts'

describe('a scene in words', () => {
  it('has its frames, with the step where it leaves some out', () => {
    expect(sceneFrames(aBlendScene())).toBe('1–100')
    expect(sceneFrames(aBlendScene({ frame_start: 7, frame_end: 7 }))).toBe('7')
    expect(sceneFrames(aBlendScene({ frame_step: 2 }))).toBe('1–100, every 2nd')
    expect(sceneFrames(aBlendScene({ frame_step: 13 }))).toBe('1–100, every 13th')
    expect(sceneFrames(aBlendScene({ frame_step: 21 }))).toBe('1–100, every 21st')
  })

  it('counts its frames by their step, and none where it ends before it begins', () => {
    expect(sceneFrameCount(aBlendScene())).toBe(100)
    expect(sceneFrameCount(aBlendScene({ frame_step: 3 }))).toBe(34)
    expect(sceneFrameCount(aBlendScene({ frame_end: 0 }))).toBe(0)
  })

  it('has its size before the percentage', () => {
    expect(sceneSize(aBlendScene())).toBe('1920 × 1080')
    expect(sceneSize(aBlendScene({ percentage: 50 }))).toBe('1920 × 1080 at 50 %')
    expect(sceneSize(aBlendScene({ percentage: null }))).toBe('1920 × 1080')
    expect(sceneSize(aBlendScene({ height: null }))).toBe('unknown')
  })

  it('names the engine, one that is not ours by the file’s name for it', () => {
    expect(sceneEngine(aBlendScene())).toBe('Cycles')
    expect(sceneEngine(aBlendScene({ engine: 'other', engine_name: 'LUXCORE' }))).toBe('LUXCORE')
    expect(sceneEngine(aBlendScene({ engine: null, engine_name: null }))).toBe('unknown')
  })

  it('says of its samples whether they are denoised', () => {
    expect(sceneSamples(aBlendScene({ denoise: true }))).toBe('64, denoised')
    expect(sceneSamples(aBlendScene({ samples: null }))).toBe('unknown')
  })
})

describe('a file in words', () => {
  it('counts what it refers to by kind', () => {
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

  it('refers to nothing: none', () => {
    const [blend] = someContents().blends
    expect(blend && referenceCounts(blend.facts)).toBe('none')
  })

  it('has the scene that was open, else its first', () => {
    const scenes = [{ name: 'Intro' }, { name: 'Scene' }]
    const [open] = someContents({ scenes }).blends
    expect(open && openScene(open.facts)?.name).toBe('Scene')
    const [unsaid] = someContents({ scenes, facts: { active_scene: null } }).blends
    expect(unsaid && openScene(unsaid.facts)?.name).toBe('Intro')
  })
})

describe('whether an upload can be rendered', () => {
  const error = { level: 'error', code: 'no_camera', text: 'No camera.' }

  it('needs one Blender file without an error; warnings are no errors', () => {
    const warning = { level: 'warning', code: 'missing_file', text: 'A file is missing.' }
    expect(isRenderable(someContents({ diagnostics: [warning] }))).toBe(true)
    expect(isRenderable(someContents({ diagnostics: [error] }))).toBe(false)
  })

  it('is not held up by another file of the zip that cannot', () => {
    const blends = [
      ...someContents({ diagnostics: [error] }).blends,
      ...someContents({ more: {} }).blends,
    ]
    expect(isRenderable(someContents({ more: { kind: 'zip', blends } }))).toBe(true)
  })
})

it('says unknown of what is not known, never nothing', () => {
  expect(known(null)).toBe('unknown')
  expect(known(0)).toBe('0')
  expect(known(4, (count) => `${count} of them`)).toBe('4 of them')
})
