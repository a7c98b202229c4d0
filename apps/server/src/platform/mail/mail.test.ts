import { describe, expect, it } from 'vitest'
import { anEmail } from '../../../test/inbox.ts'
import { checkEmailMessage, domainOf, mimeOf } from './mail.ts'

describe('checkEmailMessage', () => {
  it.each([
    'ada@example.com',
    'o.b+tag@sub.example.co',
    "d'arc@xn--bcher-kva.example",
    'ä@ü.example',
  ])('accepts one bare address: %s', (to) => {
    expect(() => checkEmailMessage(anEmail({ to }))).not.toThrow()
  })

  it.each([
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\nSubject: other',
    'ada@example.com, eve@example.com',
    'ada@example.com;eve@example.com',
    'Ada <ada@example.com>',
    '"ada eve"@example.com',
    'ada@eve@example.com',
    'ada@example.com\0',
    ' ada@example.com',
    'ada',
    '',
  ])('rejects anything but one bare address: %j', (to) => {
    expect(() => checkEmailMessage(anEmail({ to }))).toThrow(TypeError)
  })

  it.each([
    'Hello\r\nBcc: eve@example.com',
    'Hello\nthere',
    'Hello\u2028'.replace('\u2028', '\u0085'),
    '',
  ])('rejects a subject that is not one line: %j', (subject) => {
    expect(() => checkEmailMessage(anEmail({ subject }))).toThrow(TypeError)
  })

  it('discloses neither the address nor the subject in its error', () => {
    const message = anEmail({ to: 'secret-address', subject: 'secret-subject' })
    expect(() => checkEmailMessage(message)).toThrow(/^(?!.*secret)/)
  })
})

describe('mimeOf', () => {
  it('has the same Message-ID for each attempt, at the sender’s domain', () => {
    const message = anEmail({ id: 'abc', from: 'Gridloom <no-reply@gridloom.example>' })
    expect(mimeOf(message).messageId).toBe('<abc@gridloom.example>')
  })
})

describe('domainOf', () => {
  it.each([
    ['Gridloom <no-reply@gridloom.example>', 'gridloom.example'],
    ['no-reply@localhost', 'localhost'],
  ])('reads the domain of %s', (address, domain) => {
    expect(domainOf(address)).toBe(domain)
  })
})
