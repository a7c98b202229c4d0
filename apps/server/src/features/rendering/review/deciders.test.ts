import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CheckCase, decideCheck, regionToCheck } from './decide-check.ts'
import { decideVotes, isSamePicture, type Votes } from './decide-votes.ts'
import { isEstablished, nextTrust, refusedBelow, trustedFrom } from './next-trust.ts'

describe('deciding whether a picture is checked', () => {
  it.each<[string, Partial<CheckCase>, string]>([
    ['always of a machine that is new', { trust: 50, random: 0.999 }, 'by_machine'],
    ['always until 80', { trust: 79, random: 0.999 }, 'by_machine'],
    ['of one just trusted, at 4.9 %', { trust: 80, random: 0.049 }, 'by_machine'],
    ['of one just trusted, not at 5 %', { trust: 80, random: 0.05 }, 'by_form'],
    ['of one trusted wholly, at 1.9 %', { trust: 100, random: 0.019 }, 'by_machine'],
    ['of one trusted wholly, not at 2 %', { trust: 100, random: 0.02 }, 'by_form'],
    ['always of one that is doubtful', { trust: 100, random: 0.9, isDoubtful: true }, 'by_machine'],
    ['never of the renter’s own machine', { trust: 0, isOwn: true, isDoubtful: true }, 'by_form'],
    [
      'always of one that costs far more',
      { trust: 100, random: 0.9, isCostly: true },
      'by_machine',
    ],
    ['not where nobody else could: its pay is held', { trust: 0, checkers: 0 }, 'held'],
    ['not of a trusted one that nobody is like: its pay is held', { checkers: 0 }, 'held'],
    [
      'not where nobody could, but the operator stands in for it',
      { trust: 50, checkers: 0, isVouched: true },
      'by_form',
    ],
    ['of one that is vouched for too, until 80', { trust: 50, isVouched: true }, 'by_machine'],
  ])('%s', (_, over, expected) => {
    const machine = { isOwn: false, isVouched: false, trust: 90 }
    const usual = { ...machine, isDoubtful: false, isCostly: false, checkers: 1, random: 0.5 }
    expect(decideCheck({ ...usual, ...over })).toBe(expected)
  })
})

describe('the checked region', () => {
  const settings = {
    engine: 'cycles',
    denoise: false,
    compositing: false,
    split: { kind: 'whole' },
  } as const

  const flat = Array.from({ length: 64 }, () => 0)

  it('is within the picture for any random numbers, with sides of at least 32 pixels or 15 %', () => {
    const side = fc.integer({ min: 4, max: 9_000 })
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    const aDetail = fc.array(fc.double({ min: 0, max: 255, noNaN: true }), {
      minLength: 64,
      maxLength: 64,
    })
    fc.assert(
      fc.property(
        side,
        side,
        aDetail,
        fc.record({ cell: random, x: random, y: random }),
        (...given) => {
          const [width, height, detail, randoms] = given
          const picture = { x: 7, y: 9, width, height }
          const found = regionToCheck({ picture, settings, isDoubtful: false, detail, randoms })
          expect(found.x).toBeGreaterThanOrEqual(7)
          expect(found.y).toBeGreaterThanOrEqual(9)
          expect(found.x + found.width).toBeLessThanOrEqual(7 + width)
          expect(found.y + found.height).toBeLessThanOrEqual(9 + height)
          expect(found.width).toBe(Math.min(width, Math.max(32, Math.round(width * 0.15))))
        },
      ),
    )
  })

  it('is where there is detail in nine of ten cases, and anywhere in the others', () => {
    const picture = { x: 0, y: 0, width: 800, height: 800 }
    const detail = flat.map((_, cell) => (cell === 27 ? 40 : 0))
    const cells = Array.from({ length: 1_000 }, (_, nth) => {
      const randoms = { cell: nth / 1_000, x: 0.5, y: 0.5 }
      const { x, y, width } = regionToCheck({
        ...{ picture, settings, isDoubtful: false, detail, randoms },
      })
      return Math.floor((y + width / 2) / 100) * 8 + Math.floor((x + width / 2) / 100)
    })
    expect(cells.filter((cell) => cell === 27).length).toBeGreaterThan(900)
    // Every cell is checked at times.
    expect(new Set(cells).size).toBe(64)
  })

  it('is the whole picture if pixels depend on others, or the picture is doubtful', () => {
    const picture = { x: 0, y: 0, width: 100, height: 100 }
    const ask = (over: object, isDoubtful = false) =>
      regionToCheck({
        ...{ picture, isDoubtful, detail: flat },
        settings: { ...settings, ...over },
        randoms: { cell: 0, x: 0, y: 0 },
      })
    expect(ask({ denoise: true })).toEqual(picture)
    expect(ask({ compositing: true })).toEqual(picture)
    expect(ask({ engine: 'eevee' })).toEqual(picture)
    expect(ask({}, true)).toEqual(picture)
    expect(ask({}).width).toBe(32)
    // Tiles are rendered raw, whatever the settings of the whole.
    expect(ask({ denoise: true, split: { kind: 'tiles', columns: 2, rows: 2 } }).width).toBe(32)
  })
})

describe('the equality of two pictures', () => {
  it.each([
    [null, 0, true],
    [87.4, 0.001, true],
    [60, 50, true],
    [53, 0, true],
    [59.9, 0.1, false],
    [49.2, 3.6, false],
    [0, 100, false],
  ])('at %s dB and %s %% is %s', (psnrDb, differingPercent, same) => {
    expect(isSamePicture({ psnrDb, differingPercent })).toBe(same)
  })
})

describe('the verdict', () => {
  it.each<[string, Partial<Votes>, string]>([
    ['one that is the same', { first: 'same' }, 'accepted'],
    ['one word against another', {}, 'ask_third'],
    ['nobody left to ask', { thirdAvailable: false }, 'undecided'],
    ['two that agree against it', { second: 'different', agree: true }, 'caught'],
    ['three that all differ', { second: 'different', agree: false }, 'undecided'],
    ['the first asked stands alone', { second: 'same', agree: false }, 'checker_caught'],
  ])('is decided for %s', (_, over, expected) => {
    const votes: Votes = { first: 'different', second: null, agree: null, thirdAvailable: true }
    expect(decideVotes({ ...votes, ...over })).toBe(expected)
  })

  it('blames no machine without two equal votes', () => {
    const word = fc.constantFrom('same' as const, 'different' as const)
    fc.assert(
      fc.property(word, fc.boolean(), (first, thirdAvailable) => {
        const verdict = decideVotes({ first, second: null, agree: null, thirdAvailable })
        expect(['caught', 'checker_caught']).not.toContain(verdict)
      }),
    )
  })
})

describe('the vote of a machine', () => {
  it.each([
    [50, false, false],
    [79, false, false],
    [80, false, true],
    [50, true, true],
  ])('with trust %s and vouched %s can release pay: %s', (trust, vouched, counts) => {
    expect(isEstablished({ trust, vouched })).toBe(counts)
  })
})

describe('trust', () => {
  it('takes fifteen confirmed pictures from the start to trusted', () => {
    let trust = 50
    for (let pictures = 0; pictures < 15; pictures++) {
      expect(trust).toBeLessThan(trustedFrom)
      trust = nextTrust(trust, 'confirmed')
    }
    expect(trust).toBe(trustedFrom)
  })

  it('falls below the limit when a new machine is caught, or a fully trusted one three times', () => {
    expect(nextTrust(50, 'caught')).toBeLessThan(refusedBelow)
    const fall = [1, 2, 3].reduce<number[]>(
      (all) => [...all, nextTrust(all.at(-1) ?? 100, 'caught')],
      [],
    )
    expect(fall).toEqual([60, 20, 0])
  })

  it('stays between 0 and 100', () => {
    expect(nextTrust(100, 'confirmed')).toBe(100)
    expect(nextTrust(3, 'caught')).toBe(0)
    expect(nextTrust(99, 'judged_correctly')).toBe(100)
  })
})
