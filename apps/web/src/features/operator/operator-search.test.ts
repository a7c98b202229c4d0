import { describe, expect, it } from 'vitest'
import { sampleId } from '../../testing/samples.ts'
import { readAuditSearch, readListSearch } from './operator-search.ts'

describe('the address of a list', () => {
  it('keeps what is looked for, the filter and the page', () => {
    const search = { search: 'ada', suspended: true, page: 3 }
    expect(readListSearch({ ...search, more: 'x' })).toEqual(search)
  })

  it('reads digits as text, since an address knows no difference', () => {
    expect(readListSearch({ search: 42 })).toEqual({ search: '42' })
  })

  it.each([
    { page: 1 },
    { page: -4 },
    { page: 2.5 },
    { page: 'two' },
    { search: '' },
    { suspended: 'yes' },
  ])('drops %j', (words) => {
    expect(readListSearch(words)).toEqual({})
  })

  it('cuts what is longer than the server takes', () => {
    expect(readListSearch({ search: 'a'.repeat(500) }).search).toHaveLength(100)
  })
})

describe('the address of the audit log', () => {
  it('keeps an account and an action, and drops what is no account', () => {
    const account = sampleId('acc', 2)
    expect(readAuditSearch({ account, action: 'instances.stop' })).toEqual({
      account,
      action: 'instances.stop',
    })
    expect(readAuditSearch({ account: 'grace', action: 7 })).toEqual({})
  })
})
