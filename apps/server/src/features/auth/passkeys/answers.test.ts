import { describe, expect, it } from 'vitest'
import { parseAuthentication, parseRegistration } from './answers.ts'

const refused = expect.objectContaining({ code: 'passkey_refused' })

describe('parseRegistration', () => {
  it('reads the fields that are used and drops all others', () => {
    const answer = { ...made, authenticatorAttachment: 'platform', extra: { anything: [1] } }
    expect(parseRegistration(answer)).toEqual({ ...made, clientExtensionResults: {} })
  })

  it('accepts an answer without transports, which some browsers omit', () => {
    const { transports: _left, ...response } = made.response
    expect(parseRegistration({ ...made, response }).response.transports).toEqual([])
  })

  it.each([
    [null],
    ['text'],
    [{}],
    [{ ...made, id: '' }],
    [{ ...made, id: 'with spaces' }],
    [{ ...made, id: 'a'.repeat(1_401) }],
    [{ ...made, type: 'password' }],
    [{ ...made, response: { ...made.response, attestationObject: 7 } }],
    [{ ...made, response: { ...made.response, clientDataJSON: 'a'.repeat(64 * 1_024 + 1) } }],
    [{ ...made, response: { ...made.response, transports: Array(11).fill('usb') } }],
  ])('rejects %j', (answer) => {
    expect(() => parseRegistration(answer)).toThrow(refused)
  })
})

describe('parseAuthentication', () => {
  it('treats a user handle of null as missing', () => {
    const response = { ...used.response, userHandle: null }
    expect(parseAuthentication({ ...used, response }).response.userHandle).toBeUndefined()
  })

  it.each([[{ ...used, response: {} }], [{ ...used, rawId: undefined }], [[used]]])(
    'rejects %j',
    (answer) => {
      expect(() => parseAuthentication(answer)).toThrow(refused)
    },
  )
})

const made = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['usb'] },
}

const used = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
}
