import { describe, expect, it } from 'vitest'
import { readListSearch } from './operator-search.ts'

describe('the search parameters of a list', () => {
  it('keep search text, filter and page', () => {
    const search = { search: 'ada', suspended: true, page: 3 }
    expect(readListSearch({ ...search, more: 'x' })).toEqual(search)
  })

  it('read digits as text, since URLs have no types', () => {
    expect(readListSearch({ search: 42 })).toEqual({ search: '42' })
  })

  it.each([
    { page: 1 },
    { page: -4 },
    { page: 2.5 },
    { page: 'two' },
    { search: '' },
    { suspended: 'yes' },
  ])('drop %j', (words) => {
    expect(readListSearch(words)).toEqual({})
  })

  it('truncate a search text to what the server accepts', () => {
    expect(readListSearch({ search: 'a'.repeat(500) }).search).toHaveLength(100)
  })
})
