import { describe, expect, it } from 'vitest'
import { parseAuthentication, parseRegistration } from './answers.ts'

const refused = expect.objectContaining({ code: 'passkey_refused' })

describe('parseMade', () => {
  it('reads what browsers send and drops what we do not read', () => {
    const answer = { ...made, authenticatorAttachment: 'platform', extra: { anything: [1] } }
    expect(parseRegistration(answer)).toEqual({ ...made, clientExtensionResults: {} })
  })

  it('does without transports, which some browsers leave out', () => {
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
  ])('refuses %j', (answer) => {
    expect(() => parseRegistration(answer)).toThrow(refused)
  })
})

describe('parseUsed', () => {
  it('takes a user handle of null for none', () => {
    const response = { ...used.response, userHandle: null }
    expect(parseAuthentication({ ...used, response }).response.userHandle).toBeUndefined()
  })

  it.each([[{ ...used, response: {} }], [{ ...used, rawId: undefined }], [[used]]])(
    'refuses %j',
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
