import { api } from '@gridloom/contract/api'
import { describe, expect, it } from 'vitest'
import { actionWords, knownActions } from './action-words.ts'

describe('actionWords', () => {
  it('has words for every endpoint that stands in the audit log', () => {
    expect(auditedActions().filter((action) => actionWords(action) === action)).toEqual([])
  })

  it('has no words for what does not stand in it', () => {
    const audited = auditedActions()
    expect(knownActions.filter((action) => !audited.includes(action))).toEqual([])
  })

  it('says nothing twice', () => {
    const texts = knownActions.map(actionWords)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('lets an action that is newer than the page stand as it is named', () => {
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
