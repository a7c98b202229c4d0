import { codeIn } from '@gridloom/testkit/inbox'
import { describe, expect, it } from 'vitest'
import { checkEmailMessage, type EmailMessage } from '../../../platform/mail/mail.ts'
import { alreadyRegisteredEmail } from './already-registered.ts'
import { forgotCodeEmail } from './forgot-code.ts'
import { newSignInEmail } from './new-sign-in.ts'
import { passwordChangedEmail } from './password-changed.ts'
import { registerCodeEmail } from './register-code.ts'
import { welcomeEmail } from './welcome.ts'

const to = 'ada@example.com'
const url = 'https://gridloom.example'
const at = new Date('2026-11-21T07:05:09.000Z')
const signIn = { at, address: '203.0.113.7', userAgent: 'A <b>browser', url }

const emails: Record<string, EmailMessage> = {
  'register code': registerCodeEmail(to, { code: '012345', url }),
  'forgot code': forgotCodeEmail(to, { code: '012345', url }),
  'already registered': alreadyRegisteredEmail(to, url),
  'password changed': passwordChangedEmail(to, url),
  'new sign-in': newSignInEmail(to, signIn),
  welcome: welcomeEmail(to, url),
}

describe.each(Object.entries(emails))('%s', (_, message) => {
  it('is addressed to one recipient and has the same heading in text and HTML', () => {
    checkEmailMessage(message)
    expect(message.to).toBe(to)
    const heading = message.text.split('\n')[0] ?? ''
    expect(heading).not.toBe('')
    expect(message.html).toContain(heading)
  })
})

it('shows codes in text and HTML, never in the subject, which locked screens display', () => {
  for (const name of ['register code', 'forgot code']) {
    const { subject, text, html } = emails[name] ?? welcomeEmail(to, url)
    expect(codeIn(text)).toBe('012345')
    expect(html).toContain('012345')
    expect(subject).not.toMatch(/\d/)
  }
})

it('links to the code entry page with the address after the # and without the code', () => {
  const address = { 'register code': '', 'forgot code': '&for=forgot' }
  for (const [name, more] of Object.entries(address)) {
    const { text, html } = emails[name] ?? welcomeEmail(to, url)
    const link = `https://gridloom.example/verify#email=ada%40example.com${more}`
    expect(text).toContain(`\n${link}\n`)
    expect(html).toContain(`href="${link.replace('&', '&amp;')}"`)
  }
})

it('shows no code in emails that are not about one', () => {
  for (const name of ['already registered', 'password changed', 'new sign-in', 'welcome'])
    expect(codeIn(emails[name]?.text ?? '')).toBeUndefined()
})

it('shows time, address and program of a sign-in, with its markup escaped', () => {
  const { text, html } = newSignInEmail(to, signIn)
  expect(text).toContain('When: 21 Nov 2026, 07:05 UTC')
  expect(text).toContain('From: 203.0.113.7')
  expect(text).toContain('With: A <b>browser')
  expect(html).not.toContain('<b>browser')
  expect(newSignInEmail(to, { ...signIn, userAgent: undefined }).text).toContain(
    'With: an unknown program',
  )
})

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0',
    'Mozilla (X11; Linux x86_64; rv) Gecko Firefox',
  ],
  ['curl/8.5.0', 'curl'],
  ['https://evil.example/claim', 'an unknown program'],
  ['Claim 5 dollars: evil.example', 'an unknown program'],
  ['ask eve@evil', 'an unknown program'],
])('shows the program %s as %s', (userAgent, said) => {
  expect(newSignInEmail(to, { ...signIn, userAgent }).text).toContain(`With: ${said}\n`)
})
