import { describe, expect, it } from 'vitest'
import { anAuditEntry as anEntry } from '../../../testing/account-samples.ts'
import { sampleId } from '../../../testing/samples.ts'
import { type ActivityNames, activityActor, subjectOf } from './activity-words.ts'

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
  it('returns "You" for the reader and the name of any other user', () => {
    expect(activityActor(anEntry({}), names)).toBe('You')
    expect(activityActor(anEntry({ user_id: sampleId('acc', 2), user: 'grace' }), names)).toMatch(
      /^grace/,
    )
  })

  it('names the API key that was used, by a short id if it is unknown', () => {
    expect(activityActor(anEntry({ api_key_id: sampleId('key', 1) }), names)).toBe('API key ci')
    expect(activityActor(anEntry({ api_key_id: sampleId('key', 2) }), names)).toBe(
      'API key key_…000002',
    )
  })

  it('adds the company that the user worked for', () => {
    expect(activityActor(anEntry({ account_id: company }), names)).toBe('You, for Loom Works')
    expect(activityActor(anEntry({ account_id: sampleId('acc', 8) }), names)).toBe(
      'You, for a company',
    )
  })

  it('returns "Not signed in" for an entry without a user', () => {
    expect(activityActor(anEntry({ user_id: null, user: null }), names)).toBe('Not signed in')
  })
})

describe('subjectOf', () => {
  it('returns the kind of instances and machines, with their name if it is known', () => {
    expect(subjectOf(anEntry({ subject: sampleId('ins', 1) }), names)).toMatchObject({
      kind: 'instance',
      text: 'train',
    })
    expect(subjectOf(anEntry({ subject: sampleId('mch', 3) }), names)).toMatchObject({
      kind: 'machine',
      text: 'mch_…000003',
    })
  })

  it('returns undefined for no subject and for the account itself', () => {
    expect(subjectOf(anEntry({ subject: '' }), names)).toBeUndefined()
    expect(subjectOf(anEntry({ subject: self }), names)).toBeUndefined()
  })

  it('returns a subject that is not an id unchanged', () => {
    expect(subjectOf(anEntry({ subject: 'google' }), names)?.text).toBe('google')
  })
})
