import { CompanyRole } from '@gridloom/contract/companies/company-role'
import { expect, it } from 'vitest'
import { checkEmailMessage } from '../../../platform/mail/mail.ts'
import { invitationEmail } from './invitation.ts'

it.each(CompanyRole.options)('names the inviter, the company and the role of a %s', (role) => {
  const message = anInvitation({ role })
  expect(() => checkEmailMessage(message)).not.toThrow()
  expect(message.subject).toBe('ada invited you to join Acme & Co')
  for (const form of [message.text, message.html]) {
    expect(form).toContain('14 days')
    expect(form).toContain(role)
    expect(form).toContain('https://gridloom.example/company')
  }
})

it('escapes markup in the name of a company', () => {
  const message = anInvitation({ companyName: '<img src=x onerror=alert(1)>' })
  expect(message.html).not.toContain('<img')
})

it('leaves out the names of company and inviter if a mail client could turn them into links', () => {
  const message = anInvitation({
    companyName: 'Sign in at gridl00m.example/login',
    invitedBy: 'gridl00m.example',
  })
  expect(message.subject).toBe('Someone invited you to join a company')
  expect(message.text + message.html).not.toContain('gridl00m')
})

function anInvitation(parts: Partial<Parameters<typeof invitationEmail>[0]> = {}) {
  return invitationEmail({
    to: 'grace@example.com',
    companyName: 'Acme & Co',
    invitedBy: 'ada',
    role: 'member',
    url: 'https://gridloom.example',
    ...parts,
  })
}
