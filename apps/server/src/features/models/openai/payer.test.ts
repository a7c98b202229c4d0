import { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import { ModelId } from '@gridloom/contract/models/model-id'
import { anActor } from '@gridloom/testkit/actor'
import { expect, it } from 'vitest'
import { payerFor } from './payer.ts'

const company = AccountId.parse('acc_00000000000000000000000001')
const person = AccountId.parse('acc_00000000000000000000000002')
const keyId = ApiKeyId.parse('key_00000000000000000000000001')
const [tiny, big] = [ModelId.parse('acme/tiny'), ModelId.parse('acme/big')]

it('returns the company as the payer, with the user who acts for it', () => {
  expect(payerFor({ actor: anActor(company, { userId: person }) }, tiny)).toEqual({
    accountId: company,
    userId: person,
    keyId: null,
  })
})

it.each([
  ['any model', null],
  ['this one among others', [big, tiny]],
])('charges the key of the request when that is for %s', (_, models) => {
  expect(payerFor({ actor: withKey(models) }, tiny).keyId).toBe(keyId)
})

it.each([
  ['none', []],
  ['another', [big]],
])('rejects a key that is for %s, and names the model', (_, models) => {
  expect(() => payerFor({ actor: withKey(models) }, tiny)).toThrow(
    expect.objectContaining({ code: 'model_not_allowed', details: { model: tiny } }),
  )
})

function withKey(models: ModelId[] | null) {
  return anActor(company, { via: { kind: 'key', keyId, scopes: ['models:use'], models } })
}
