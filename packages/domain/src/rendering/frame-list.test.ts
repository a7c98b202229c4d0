import { limits } from '@gridloom/contract/core/constants'
import { FrameList } from '@gridloom/contract/rendering/settings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countFrames, middleFrame, readFrameList, writeFrames } from './frame-list.ts'

const frames = fc
  .uniqueArray(fc.integer({ min: -9_999_999, max: 9_999_999 }), { minLength: 1, maxLength: 200 })
  .map((numbers) => numbers.sort((one, other) => one - other))

describe('readFrames', () => {
  it.each([
    ['1-5,120', 1, [1, 2, 3, 4, 5, 120]],
    ['1-10x3', 1, [1, 4, 7, 10]],
    ['1-9', 4, [1, 5, 9]],
    ['1-9x2,3', 4, [1, 3, 5, 7, 9]],
    ['-3--1,0', 1, [-3, -2, -1, 0]],
    ['-2-1', 1, [-2, -1, 0, 1]],
    [' 7 , 3-4 ', 1, [3, 4, 7]],
    ['5-5', 1, [5]],
  ])('reads %s with a step of %i', (list, step, read) => {
    expect(readFrameList(list, step)).toEqual({ frames: read, problem: null })
  })

  it('returns every frame once and in order', () => {
    expect(readFrameList('3-5,4,1-4').frames).toEqual([1, 2, 3, 4, 5])
  })

  it.each([
    ['1-', '“1-” is not a frame or a range. Use a format like 1-100,120 or 1-100x2.'],
    ['all', '“all” is not a frame or a range. Use a format like 1-100,120 or 1-100x2.'],
    ['1,,2', '“” is not a frame or a range. Use a format like 1-100,120 or 1-100x2.'],
    ['10-1', 'The range 10-1 is reversed. Put the lower frame first: 1-10.'],
    ['1-9x0', '1-9x0 has a step of 0. The step must be 1 or more.'],
    ['1-200001', 'This list has 200,001 frames. A job can have at most 200,000.'],
    ['-9999999-9999999', 'This list has 19,999,999 frames. A job can have at most 200,000.'],
  ])('reports the problem of %s', (list, problem) => {
    expect(readFrameList(list)).toEqual({ frames: null, problem })
  })

  it('accepts as many frames as a job may have, even with overlapping ranges', () => {
    const whole = `1-${limits.framesPerJob}`
    expect(countFrames(whole)).toBe(limits.framesPerJob)
    expect(countFrames(`${whole},${whole}`)).toBe(limits.framesPerJob)
  })

  it('returns at most the maximum for any list that the contract allows', () => {
    const part = fc.tuple(fc.nat(9_999_999), fc.nat(9_999_999), fc.integer({ min: 1, max: 99_999 }))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 60 }), (parts) => {
        const list = parts.map(([one, other, step]) => `${one}-${other}x${step}`).join(',')
        const read = readFrameList(FrameList.parse(list))
        expect((read.frames?.length ?? 0) <= limits.framesPerJob).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

describe('writeFrames', () => {
  it('is read back as the same frames', () => {
    fc.assert(
      fc.property(frames, (numbers) => {
        expect(readFrameList(writeFrames(numbers)).frames).toEqual(numbers)
      }),
    )
  })

  it.each([
    [[1, 2, 3, 4, 5, 120], '1-5,120'],
    [[1, 3, 5, 7], '1-7x2'],
    [[1, 4], '1,4'],
    [[1, 2], '1-2'],
    [[-3, -2, -1], '-3--1'],
    [[1, 3, 5, 6, 7, 8], '1-5x2,6-8'],
    [[], ''],
  ])('writes %j as %s', (numbers, text) => {
    expect(writeFrames(numbers)).toBe(text)
  })
})

describe('countFrames', () => {
  it('is the number of frames, and 0 for an unreadable list', () => {
    fc.assert(
      fc.property(frames, (numbers) => {
        expect(countFrames(writeFrames(numbers))).toBe(numbers.length)
      }),
    )
    expect(countFrames('1-100', 10)).toBe(10)
    expect(countFrames('nothing')).toBe(0)
  })
})

describe('middleFrame', () => {
  it('is a frame with as many before as after it, or one fewer', () => {
    fc.assert(
      fc.property(frames, (numbers) => {
        const at = numbers.indexOf(middleFrame(numbers) ?? Number.NaN)
        const behind = numbers.length - 1 - at
        expect(at >= 0 && behind - at >= 0 && behind - at <= 1).toBe(true)
      }),
    )
    expect(middleFrame([])).toBeUndefined()
  })
})
