import { describe, expect, it } from 'vitest'
import { sampleId } from '../../testing/samples.ts'
import { readAuditSearch } from './audit-search.ts'

describe('the search parameters of the audit log', () => {
  it('keep an account and an action, and drop invalid ones', () => {
    const account = sampleId('acc', 2)
    expect(readAuditSearch({ account, action: 'instances.stop' })).toEqual({
      account,
      action: 'instances.stop',
    })
    expect(readAuditSearch({ account: 'grace', action: 7 })).toEqual({})
  })
})
