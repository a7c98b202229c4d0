import { missionFacts } from '@gridloom/contract/missions/step'
import { expect, it } from 'vitest'
import { progressWords, stepSentence } from './step-sentence.ts'

it('says what each fact asks for, with its number', () => {
  const step = { fact: 'rented_hours', at_least: 2, parameter: null } as const
  expect(stepSentence(step)).toBe('Rent instances for 2 hours')
  expect(stepSentence({ ...step, at_least: 1 })).toBe('Rent instances for 1 hour')
  const spenders = { fact: 'referrals_who_spent', at_least: 3, parameter: 10_000_000 } as const
  expect(stepSentence(spenders)).toBe('Refer 3 accounts that each spend $10.00')
  const texts = Object.keys(missionFacts).map((fact) =>
    stepSentence({ fact: fact as keyof typeof missionFacts, at_least: 12, parameter: 5 }),
  )
  for (const text of texts) expect(text).toMatch(/12|\$0\.000012/)
  expect(new Set(texts).size).toBe(texts.length)
})

it('shows progress up to the goal', () => {
  const step = { fact: 'frames_rendered', at_least: 10, parameter: null } as const
  expect(progressWords({ ...step, value: 7 })).toBe('7 of 10')
  expect(progressWords({ ...step, value: 12 })).toBe('10 of 10')
  expect(progressWords({ ...step, fact: 'spend', at_least: 5_000_000, value: 1_250_000 })).toBe(
    '$1.25 of $5.00',
  )
})
