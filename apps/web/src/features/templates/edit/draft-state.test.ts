import { describe, expect, it } from 'vitest'
import { anOwnTemplate } from '../../../testing/template-samples.ts'
import {
  type DraftState,
  discarded,
  isChanged,
  replacedBy,
  startDraft,
  withFetched,
  withSaved,
} from './draft-state.ts'
import { emptyTemplate, type TemplateDraft } from './template-draft.ts'

const stored = anOwnTemplate()
const newer = anOwnTemplate({ version: '5', description: 'Newer' })

describe('the state of the editor', () => {
  it('follows the stored template while nothing was typed', () => {
    const state = withFetched(begun(), newer)
    expect(state).toMatchObject({ draft: { description: 'Newer' }, isBehind: false, revision: 1 })
  })

  it('keeps what was typed, and notes a newer version', () => {
    const state = withFetched(typed({ description: 'Mine' }), newer)
    expect(state).toMatchObject({ draft: { description: 'Mine' }, base: stored, isBehind: true })
    expect(replacedBy(state, newer)).toMatchObject({
      draft: { description: 'Newer' },
      isBehind: false,
      revision: 1,
    })
  })

  it('takes over who sees the template, which the share dialog changes', () => {
    const shared = anOwnTemplate({ public_template: true })
    const state = withFetched(typed({ description: 'Mine' }), shared)
    expect(state).toMatchObject({
      draft: { description: 'Mine', isPublic: true },
      isBehind: false,
      revision: 0,
    })
  })

  it('goes back to what is stored', () => {
    const state = discarded(typed({ description: 'Mine' }))
    expect(isChanged(state)).toBe(false)
    expect(state.revision).toBe(1)
  })

  it('is unchanged after saving, and its editors go on', () => {
    const before = typed({ description: 'Newer' })
    const state = withSaved(before, { saved: newer, submitted: before.draft })
    expect(isChanged(state)).toBe(false)
    expect(state).toMatchObject({ base: newer, revision: 0 })
    expect(withFetched(state, newer).revision).toBe(0)
  })

  it('keeps what was typed while it was saved, and not the password that is stored now', () => {
    const submitted = typed({ password: { kind: 'typed', text: 'hunter2' } })
    const meanwhile = { ...submitted, draft: { ...submitted.draft, description: 'More' } }
    const saved = anOwnTemplate({ version: '5', docker_repo_password_saved: true })
    const state = withSaved(meanwhile, { saved, submitted: submitted.draft })
    expect(isChanged(state)).toBe(true)
    expect(state.draft).toMatchObject({ description: 'More', password: { kind: 'saved' } })
  })

  it('is unchanged after a row of the environment was typed again', () => {
    const [row] = begun().draft.env
    if (row === undefined) throw new RangeError('one row')
    expect(isChanged(typed({ env: [{ ...row, row: 9 }] }))).toBe(false)
  })
})

function begun(): DraftState {
  return startDraft(stored, emptyTemplate)
}

function typed(part: Partial<TemplateDraft>): DraftState {
  const state = begun()
  return { ...state, draft: { ...state.draft, ...part } }
}
