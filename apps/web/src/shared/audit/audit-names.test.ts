import { describe, expect, it } from 'vitest'
import { anAuditEntry } from '../../testing/account-samples.ts'
import { sampleId } from '../../testing/samples.ts'
import { shortId } from '../../ui/format/short-id.ts'
import { auditActor, isForCompany } from './audit-names.ts'

describe('the user of an audit event', () => {
  it('is shown with the API key that was used', () => {
    expect(auditActor(anAuditEntry({ user: 'grace' }))).toBe('grace')
    const byKey = anAuditEntry({ user: 'grace', api_key_id: sampleId('key', 7) })
    expect(auditActor(byKey)).toBe('grace, by API key key_…000007')
  })

  it('is shown by id when the name is gone, and as not signed in without an id', () => {
    expect(auditActor(anAuditEntry({ user: null }))).toBe('acc_…000001')
    expect(auditActor(anAuditEntry({ user: null, user_id: null }))).toBe('Not signed in')
  })
})

describe('the account of an audit event', () => {
  it('is a company if it differs from the user', () => {
    expect(isForCompany(anAuditEntry())).toBe(false)
    expect(isForCompany(anAuditEntry({ account_id: sampleId('acc', 50) }))).toBe(true)
    expect(isForCompany(anAuditEntry({ account_id: null }))).toBe(false)
  })
})

it('shortens ids and leaves other text unchanged', () => {
  expect(shortId(sampleId('ins', 12))).toBe('ins_…000012')
  expect(shortId('google')).toBe('google')
})
