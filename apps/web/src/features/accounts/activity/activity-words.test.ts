import { describe, expect, it } from 'vitest'
import { anAuditEntry as anEntry } from '../../../testing/account-samples.ts'
import { sampleId } from '../../../testing/samples.ts'
import { type ActivityNames, doerOf, subjectOf } from './activity-words.ts'

const self = sampleId('acc', 1)
const company = sampleId('acc', 7)
const names: ActivityNames = {
  self,
  byId: new Map([
    [sampleId('ins', 1), 'train'],
    [sampleId('key', 1), 'ci'],
    [company, 'Loom Works'],
  ]),
}

describe('doerOf', () => {
  it('calls the reader you, and others by their name', () => {
    expect(doerOf(anEntry({}), names)).toBe('You')
    expect(doerOf(anEntry({ user_id: sampleId('acc', 2), user: 'grace' }), names)).toMatch(/^grace/)
  })

  it('names the key that did it', () => {
    expect(doerOf(anEntry({ api_key_id: sampleId('key', 1) }), names)).toBe('API key ci')
    expect(doerOf(anEntry({ api_key_id: sampleId('key', 2) }), names)).toBe('API key key_…000002')
  })

  it('says for which company it was', () => {
    expect(doerOf(anEntry({ account_id: company }), names)).toBe('You, for Loom Works')
    expect(doerOf(anEntry({ account_id: sampleId('acc', 8) }), names)).toBe('You, for a company')
  })

  it('says where nobody was signed in', () => {
    expect(doerOf(anEntry({ user_id: null, user: null }), names)).toBe('Not signed in')
  })
})

describe('subjectOf', () => {
  it('leads to instances and machines, by name where there is one', () => {
    expect(subjectOf(anEntry({ subject: sampleId('ins', 1) }), names)).toMatchObject({
      kind: 'instance',
      text: 'train',
    })
    expect(subjectOf(anEntry({ subject: sampleId('mch', 3) }), names)).toMatchObject({
      kind: 'machine',
      text: 'mch_…000003',
    })
  })

  it('says nothing where the action says it all', () => {
    expect(subjectOf(anEntry({ subject: '' }), names)).toBeUndefined()
    expect(subjectOf(anEntry({ subject: self }), names)).toBeUndefined()
  })

  it('lets what is no id stand as it is', () => {
    expect(subjectOf(anEntry({ subject: 'google' }), names)?.text).toBe('google')
  })
})
