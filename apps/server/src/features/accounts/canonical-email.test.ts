import { describe, expect, it } from 'vitest'
import { canonicalEmail } from './canonical-email.ts'

describe('canonicalEmail', () => {
  it.each([
    ['Ada@Example.com', 'ada@example.com'],
    ['ada+one@example.com', 'ada@example.com'],
    ['ada+one+two@example.com', 'ada@example.com'],
    ['a.d.a+x@gmail.com', 'ada@gmail.com'],
    ['a.da@GoogleMail.com', 'ada@gmail.com'],
    ['a-d_a@pm.me', 'ada@proton.me'],
    ['ada@me.com', 'ada@icloud.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BU\u0308cher.example.', 'ada@xn--bcher-kva.example'],
    ['ａｄａ@example.com', 'ada@example.com'],
  ])('reduces %s to the address of its mailbox', (email, canonical) => {
    expect(canonicalEmail(email)).toBe(canonical)
  })

  it('keeps dots of other providers and a local part that is only a tag', () => {
    expect(canonicalEmail('a.da@example.com')).toBe('a.da@example.com')
    expect(canonicalEmail('+ada@example.com')).toBe('+ada@example.com')
  })
})
