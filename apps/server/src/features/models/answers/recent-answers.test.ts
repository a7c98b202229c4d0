import { AccountId } from '@gridloom/contract/core/ids'
import { expect, it } from 'vitest'
import { aModel, aPayer } from '../../../../test/answering.ts'
import { createRecentAnswers, unknownTokens } from './recent-answers.ts'

const asker = { payer: { accountId: aPayer, keyId: null }, modelId: aModel }

it('expects half as much again as the longest recent answer, which is forgotten little by little', () => {
  const recent = createRecentAnswers()
  expect(recent.expected(asker)).toBe(unknownTokens)
  recent.add(asker, 400)
  expect(recent.expected(asker)).toBe(600)
  recent.add(asker, 100)
  expect(recent.expected(asker)).toBe(555)
  for (let at = 0; at < 100; at++) recent.add(asker, 1)
  expect(recent.expected(asker)).toBe(64)
  recent.add(asker, 5_000)
  expect(recent.expected(asker)).toBe(7_500)
})

it('keeps each asker apart, and forgets who asked longest ago', () => {
  const recent = createRecentAnswers()
  recent.add(asker, 10_000)
  expect(recent.expected(namedAsker(1))).toBe(unknownTokens)
  for (let at = 0; at < 10_000; at++) recent.add(namedAsker(at), 1)
  expect(recent.expected(asker)).toBe(unknownTokens)
})

it('trusts an asker with whole answers once it read one to its end, until it leaves one', () => {
  const recent = createRecentAnswers()
  expect(recent.stays(asker)).toBe(false)
  recent.add(asker, 10)
  expect(recent.stays(asker)).toBe(true)
  expect(recent.stays(namedAsker(1))).toBe(false)
  recent.addLeft(asker)
  recent.add(asker, 10)
  expect(recent.stays(asker)).toBe(false)
})

function namedAsker(at: number) {
  const accountId = AccountId.parse(`acc_${String(at).padStart(25, '0')}9`)
  return { ...asker, payer: { accountId, keyId: null } }
}
