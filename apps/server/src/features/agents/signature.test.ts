import { connectStatement, enrolStatement } from '@gridloom/contract/agent/protocol'
import { aKey } from '@gridloom/testkit/stand-in-agent'
import { expect, it } from 'vitest'
import { isSignedBy } from './signature.ts'

it('accepts a signature of the key', () => {
  const { key, signed } = setup()
  expect(isSignedBy({ ...signed, publicKey: key.publicKey })).toBe(true)
})

it('rejects another text, another key and a changed signature', () => {
  const { key, signed } = setup()
  const { publicKey } = key
  expect(isSignedBy({ ...signed, publicKey, statement: enrolStatement('nonce') })).toBe(false)
  expect(isSignedBy({ ...signed, publicKey: aKey().publicKey })).toBe(false)
  const changed = `${signed.signature.startsWith('A') ? 'B' : 'A'}${signed.signature.slice(1)}`
  expect(isSignedBy({ ...signed, publicKey, signature: changed })).toBe(false)
})

it.each(['', 'short', 'A'.repeat(43)])('rejects the invalid public key "%s"', (publicKey) => {
  expect(isSignedBy({ ...setup().signed, publicKey })).toBe(false)
})

function setup() {
  const key = aKey()
  const statement = connectStatement('mch_1', 'nonce')
  return { key, signed: { statement, signature: key.sign(statement) } }
}
