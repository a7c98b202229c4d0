import { describe, expect, it } from 'vitest'
import { passkeyProblem } from './make-passkey.ts'

describe('passkeyProblem', () => {
  it('distinguishes a closed dialog and an existing passkey from other failures', () => {
    expect(passkeyProblem(new DOMException('', 'NotAllowedError'))).toBe('closed')
    expect(passkeyProblem(new DOMException('', 'AbortError'))).toBe('closed')
    expect(passkeyProblem(new DOMException('', 'InvalidStateError'))).toBe('there-already')
    expect(passkeyProblem(new TypeError('broken'))).toBe('other')
  })
})
