import { api } from '@gridloom/contract/api'
import { describe, expect, it } from 'vitest'
import { actionWords, knownActions } from './action-words.ts'

describe('actionWords', () => {
  it('has a text for every endpoint in the audit log', () => {
    expect(auditedActions().filter((action) => actionWords(action) === action)).toEqual([])
  })

  it('has no text for an endpoint that is not in the audit log', () => {
    const audited = auditedActions()
    const others = knownActions.filter((action) => !audited.includes(action))
    // By SSH, which is no endpoint.
    expect(others).toEqual(['instances.ssh'])
  })

  it('has a different text for each action', () => {
    const texts = knownActions.map(actionWords)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('returns the name of an action that it does not know', () => {
    expect(actionWords('render.submit')).toBe('render.submit')
  })
})

function auditedActions(): string[] {
  return Object.entries(api).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, { audit }]) =>
      audit === 'write' ? [`${area}.${name}`] : [],
    ),
  )
}
