import { describe, expect, it } from 'vitest'
import { baseNameOf, frameNameOf, rangesOf, videoNameOf } from './frame-names.ts'
import { videoArguments } from './video-arguments.ts'

describe('file names', () => {
  it.each([
    ['scene.blend', 'scene'],
    ['My Scene (final).blend', 'My_Scene_final'],
    ['Grüße.ZIP', 'Gru_e'],
    ['../../etc/passwd', 'etc_passwd'],
    ['"; rm -rf /.blend', 'rm_-rf'],
    ['場面.blend', 'render'],
    ['', 'render'],
    [`${'a'.repeat(300)}.blend`, 'a'.repeat(80)],
  ])('keep from %s the characters that every system accepts', (fileName, base) => {
    expect(baseNameOf(fileName)).toBe(base)
  })

  it('sort in the order of the frames', () => {
    const names = [1, 2, 10, 999, 1_000].map((frame) => frameNameOf('a', frame, 'png'))
    expect(names).toEqual(['a_0001.png', 'a_0002.png', 'a_0010.png', 'a_0999.png', 'a_1000.png'])
    expect(names.toSorted()).toEqual(names)
  })

  it('support negative numbers, numbers beyond 9,999, and each format', () => {
    expect(frameNameOf('a', -5, 'jpeg')).toBe('a_-0005.jpg')
    expect(frameNameOf('a', 12_345, 'openexr')).toBe('a_12345.exr')
  })

  it('of videos list the frames that they show, or mark many gaps', () => {
    expect(videoNameOf('a', [1, 2, 3], 'mp4')).toBe('a_1-3.mp4')
    expect(videoNameOf('a', [1, 2, 4, 6, 7], 'webm')).toBe('a_1-2,4,6-7.webm')
    const holes = Array.from({ length: 60 }, (_, nth) => nth * 2)
    expect(videoNameOf('a', holes, 'mp4')).toBe('a_0-118_with_gaps.mp4')
  })
})

it('formats numbers as ranges', () => {
  expect(rangesOf([])).toBe('')
  expect(rangesOf([7])).toBe('7')
  expect(rangesOf([-2, -1, 0, 5, 7, 8])).toBe('-2-0,5,7-8')
})

describe('the arguments of ffmpeg', () => {
  const asked = { width: 97, height: 55, fps: 23.976, outFile: '/tmp/out', ranges: '1-3' } as const

  it('allow it to read raw pixels from its standard input, and nothing else', () => {
    const words = videoArguments({ ...asked, kind: 'mp4' })
    const after = (word: string) => words[words.indexOf(word) + 1]
    expect(words.filter((word) => word === '-i')).toHaveLength(1)
    expect(after('-i')).toBe('pipe:0')
    expect(after('-protocol_whitelist')).toBe('pipe')
    expect(after('-video_size')).toBe('97x55')
    expect(after('-framerate')).toBe('23.976')
  })

  it('select formats that every player supports', () => {
    const mp4 = videoArguments({ ...asked, kind: 'mp4' }).join(' ')
    expect(mp4).toContain('libx264')
    expect(mp4).toContain('+faststart')
    expect(mp4).toContain('format=yuv420p')
    const webm = videoArguments({ ...asked, kind: 'webm' }).join(' ')
    expect(webm).toContain('libvpx-vp9')
    expect(webm).not.toContain('faststart')
  })
})
