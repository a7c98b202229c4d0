import { describe, expect, it } from 'vitest'
import { type AssessedPicture, decidePicture } from './decide-picture.ts'

describe('a picture by itself', () => {
  it('is good and costly when it took far longer than the others: its machine is paid by time', () => {
    const known = { pictures: 3, meanReferenceMs: 10_000 }
    const looks = (referenceMs: number) => decidePicture(aPicture({ referenceMs, known }))
    expect(looks(25_001)).toEqual({ kind: 'good', isCostly: true })
    expect(looks(25_000)).toEqual({ kind: 'good', isCostly: false })
  })

  it('is good when it has its size, its colours and took its time', () => {
    expect(decidePicture(aPicture())).toEqual({ kind: 'good', isCostly: false })
  })

  it('is wrong in another size, and says which', () => {
    const looks = decidePicture(aPicture({ facts: { width: 48, height: 54, isConstant: false } }))
    expect(looks).toMatchObject({
      kind: 'wrong',
      problem: { code: 'wrong_size', text: expect.stringMatching(/48 × 54 .* 96 × 54/) },
    })
  })

  it('is doubtful in one colour, which may be right', () => {
    const looks = decidePicture(aPicture({ facts: { width: 96, height: 54, isConstant: true } }))
    expect(looks).toMatchObject({ kind: 'doubtful', problem: { code: 'black_picture' } })
  })

  it('is doubtful when it came ten times as fast as the others', () => {
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
  ])('is not called fast where %s', (_, known) => {
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
