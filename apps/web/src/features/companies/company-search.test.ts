import { describe, expect, it } from 'vitest'
import { aCompany } from '../../testing/company-samples.ts'
import { sampleId } from '../../testing/samples.ts'
import { chooseCompany, readCompanySearch, spanOf } from './company-search.ts'

const acme = aCompany()
const other = aCompany({ id: sampleId('acc', 51), name: 'Other' })
const third = aCompany({ id: sampleId('acc', 52), name: 'Third' })
const all = [acme, other, third]

describe('the company that is shown', () => {
  it('is the one that the address names', () => {
    expect(chooseCompany(all, { asked: third.id, actingFor: other.id })).toBe(third)
  })

  it('is the one that the session works for, where the address names none of theirs', () => {
    expect(chooseCompany(all, { asked: 'acc_unknown', actingFor: other.id })).toBe(other)
  })

  it('is else the first, and none where there is none', () => {
    expect(chooseCompany(all, { asked: undefined, actingFor: undefined })).toBe(acme)
    expect(chooseCompany([], { asked: acme.id, actingFor: acme.id })).toBeUndefined()
  })
})

describe('the address', () => {
  it('keeps what the page understands and drops the rest', () => {
    expect(readCompanySearch({ company: acme.id, days: 90, more: 1 })).toEqual({
      company: acme.id,
      days: 90,
    })
    expect(readCompanySearch({ company: 7, days: 'many' })).toEqual({})
  })

  it.each([
    [{}, 30],
    [{ days: 90 }, 90],
    [{ days: 365 }, 365],
    [{ days: 31 }, 30],
  ])('%j shows %i days', (search, days) => {
    expect(spanOf(search)).toBe(days)
  })
})
