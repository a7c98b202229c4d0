import { describe, expect, it } from 'vitest'
import { readListAddress, toListSearch, toTemplateSearch } from './list-address.ts'

describe('the address of the list', () => {
  it('is empty for own templates without a filter', () => {
    expect(readListAddress({})).toEqual({ list: 'own', q: '', tag: null })
    expect(toListSearch(readListAddress({}))).toEqual({})
  })

  it.each([
    { list: 'public' },
    { list: 'predefined', q: 'torch' },
    { q: 'torch lab', tag: 'notebook' },
  ])('is the same after it was read: %j', (search) => {
    expect(toListSearch(readListAddress(search))).toEqual(search)
  })

  it('drops what it does not know', () => {
    expect(readListAddress({ list: 'secret', q: 7, tag: 'No Tag' })).toEqual({
      list: 'own',
      q: '',
      tag: null,
    })
  })

  it('is a query of the API without empty filters', () => {
    expect(toTemplateSearch({ list: 'public', q: '', tag: null })).toEqual({ list: 'public' })
    expect(toTemplateSearch({ list: 'own', q: 'a', tag: 'b' })).toEqual({
      list: 'own',
      search: 'a',
      tag: 'b',
    })
  })
})
