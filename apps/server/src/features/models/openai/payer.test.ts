import { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import { ModelId } from '@gridloom/contract/models/model-id'
import { anActor } from '@gridloom/testkit/actor'
import { expect, it } from 'vitest'
import { payerFor } from './payer.ts'

const company = AccountId.parse('acc_00000000000000000000000001')
const person = AccountId.parse('acc_00000000000000000000000002')
const keyId = ApiKeyId.parse('key_00000000000000000000000001')
const [tiny, big] = [ModelId.parse('acme/tiny'), ModelId.parse('acme/big')]

it('has the company pay, and names the person who asks for it', () => {
  expect(payerFor({ actor: anActor(company, { userId: person }) }, tiny)).toEqual({
    accountId: company,
    userId: person,
    keyId: null,
  })
})

it.each([
  ['any model', null],
  ['this one among others', [big, tiny]],
])('counts against the key that it is asked with, where that is for %s', (_, models) => {
  expect(payerFor({ actor: withKey(models) }, tiny).keyId).toBe(keyId)
})

it.each([
  ['none', []],
  ['another', [big]],
])('refuses a key that is for %s, by the name of the model', (_, models) => {
  expect(() => payerFor({ actor: withKey(models) }, tiny)).toThrow(
    expect.objectContaining({ code: 'model_not_allowed', details: { model: tiny } }),
  )
})

function withKey(models: ModelId[] | null) {
  return anActor(company, { via: { kind: 'key', keyId, scopes: ['models:use'], models } })
}
