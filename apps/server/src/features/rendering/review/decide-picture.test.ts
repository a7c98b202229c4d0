import { describe, expect, it } from 'vitest'
import { type AssessedPicture, decidePicture } from './decide-picture.ts'

describe('the assessment of a picture by itself', () => {
  it('is good and costly if it took far longer than the others', () => {
    const known = { pictures: 3, meanReferenceMs: 10_000 }
    const looks = (referenceMs: number) => decidePicture(aPicture({ referenceMs, known }))
    expect(looks(25_001)).toEqual({ kind: 'good', isCostly: true })
    expect(looks(25_000)).toEqual({ kind: 'good', isCostly: false })
  })

  it('is good with the right size, several colours and a usual time', () => {
    expect(decidePicture(aPicture())).toEqual({ kind: 'good', isCostly: false })
  })

  it('is wrong with another size, and names both sizes', () => {
    const looks = decidePicture(aPicture({ facts: { width: 48, height: 54, isConstant: false } }))
    expect(looks).toMatchObject({
      kind: 'wrong',
      problem: { code: 'wrong_size', text: expect.stringMatching(/48 × 54 .* 96 × 54/) },
    })
  })

  it('is doubtful for a single colour', () => {
    const looks = decidePicture(aPicture({ facts: { width: 96, height: 54, isConstant: true } }))
    expect(looks).toMatchObject({ kind: 'doubtful', problem: { code: 'black_picture' } })
  })

  it('is doubtful if it took less than a tenth of the others’ time', () => {
    expect(decidePicture(aPicture({ referenceMs: 999 }))).toMatchObject({
      kind: 'doubtful',
      problem: { code: 'too_fast', text: expect.stringMatching(/1\.0 s.*10\.0 s/) },
    })
    expect(decidePicture(aPicture({ referenceMs: 1_000 }))).toEqual({
      kind: 'good',
      isCostly: false,
    })
  })

  it.each([
    ['the others are few', { pictures: 2, meanReferenceMs: 10_000 }],
    ['the others were quick as well', { pictures: 90, meanReferenceMs: 1_999 }],
  ])('is not doubtful for a short time if %s', (_, known) => {
    expect(decidePicture(aPicture({ referenceMs: 1, known }))).toEqual({
      kind: 'good',
      isCostly: false,
    })
  })
})

function aPicture(over: Partial<AssessedPicture> = {}): AssessedPicture {
  return {
    facts: { width: 96, height: 54, isConstant: false },
    expected: { width: 96, height: 54 },
    referenceMs: 9_000,
    known: { pictures: 3, meanReferenceMs: 10_000 },
    ...over,
  }
}
