import { describe, expect, it } from 'vitest'
import { passkeyProblem } from './make-passkey.ts'

describe('passkeyProblem', () => {
  it('tells a person who changed their mind from a failure', () => {
    expect(passkeyProblem(new DOMException('', 'NotAllowedError'))).toBe('closed')
    expect(passkeyProblem(new DOMException('', 'AbortError'))).toBe('closed')
    expect(passkeyProblem(new DOMException('', 'InvalidStateError'))).toBe('there-already')
    expect(passkeyProblem(new TypeError('broken'))).toBe('other')
  })
})
