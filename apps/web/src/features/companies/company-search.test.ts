import { describe, expect, it } from 'vitest'
import { aCompany } from '../../testing/company-samples.ts'
import { sampleId } from '../../testing/samples.ts'
import { chooseCompany, readCompanySearch, spendSpan } from './company-search.ts'

const acme = aCompany()
const other = aCompany({ id: sampleId('acc', 51), name: 'Other' })
const third = aCompany({ id: sampleId('acc', 52), name: 'Third' })
const all = [acme, other, third]

describe('the shown company', () => {
  it('is the one that the URL names', () => {
    expect(chooseCompany(all, { asked: third.id, activeId: other.id })).toBe(third)
  })

  it('is the one that the session works for, if the URL names an unknown one', () => {
    expect(chooseCompany(all, { asked: 'acc_unknown', activeId: other.id })).toBe(other)
  })

  it('is otherwise the first, or undefined if there are none', () => {
    expect(chooseCompany(all, { asked: undefined, activeId: undefined })).toBe(acme)
    expect(chooseCompany([], { asked: acme.id, activeId: acme.id })).toBeUndefined()
  })
})

describe('the search parameters', () => {
  it('keep known values and drop everything else', () => {
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
  ])('%j select %i days', (search, days) => {
    expect(spendSpan(search)).toBe(days)
  })
})
