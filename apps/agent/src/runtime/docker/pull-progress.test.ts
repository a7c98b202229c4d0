import { describe, expect, it } from 'vitest'
import type { ImageEvent } from './engine-shapes.ts'
import { advancePull, pullBegin, pullProgress } from './pull-progress.ts'

describe('pullProgress', () => {
  it('has no numbers before the size of the first layer is reported', () => {
    const progress = after([{ status: 'Pulling from library/debian', id: '12' }])
    expect(progress).toEqual({
      text: 'Requesting debian:12',
      percent: null,
      done_bytes: null,
      total_bytes: null,
    })
  })

  it('adds the bytes of all layers', () => {
    const progress = after([downloading('a', 50, 100), downloading('b', 25, 100)])
    expect(progress).toMatchObject({ percent: 37.5, done_bytes: 75, total_bytes: 200 })
  })

  it('counts a downloaded layer as complete', () => {
    const progress = after([downloading('a', 50, 100), { status: 'Download complete', id: 'a' }])
    expect(progress).toMatchObject({ percent: 100, done_bytes: 100 })
  })

  it('ignores unpacking, which would count every byte twice', () => {
    const extracting = {
      status: 'Extracting',
      id: 'a',
      progressDetail: { current: 1, total: 900 },
    }
    expect(after([downloading('a', 50, 100), extracting])).toMatchObject({ total_bytes: 100 })
  })

  it('never exceeds a hundred percent', () => {
    expect(after([downloading('a', 120, 100)]).percent).toBe(100)
  })
})

function after(events: readonly ImageEvent[]) {
  return pullProgress('debian:12', events.reduce(advancePull, pullBegin))
}

function downloading(id: string, current: number, total: number): ImageEvent {
  return { status: 'Downloading', id, progressDetail: { current, total } }
}
