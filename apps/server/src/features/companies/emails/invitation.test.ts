import { CompanyRole } from '@gridloom/contract/companies/company-role'
import { expect, it } from 'vitest'
import { checkEmailMessage } from '../../../platform/mail/mail.ts'
import { invitationEmail } from './invitation.ts'

it.each(CompanyRole.options)('says who invites, to what, and what a %s may do', (role) => {
  const message = anInvitation({ role })
  expect(() => checkEmailMessage(message)).not.toThrow()
  expect(message.subject).toBe('ada invites you to Acme & Co')
  for (const form of [message.text, message.html]) {
    expect(form).toContain('14 days')
    expect(form).toContain(role)
    expect(form).toContain('https://gridloom.example/company')
  }
})

it('takes the name of a company for text, never for markup', () => {
  const message = anInvitation({ companyName: '<img src=x onerror=alert(1)>' })
  expect(message.html).not.toContain('<img')
})

it('names neither company nor person where that could be read as a link', () => {
  const message = anInvitation({
    companyName: 'Sign in at gridl00m.example/login',
    invitedBy: 'gridl00m.example',
  })
  expect(message.subject).toBe('Someone invites you to a company')
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
