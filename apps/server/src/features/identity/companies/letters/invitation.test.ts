import { CompanyRole } from '@gridloom/contract/companies/company-role'
import { expect, it } from 'vitest'
import { checkLetter } from '../../../../platform/mail/mail.ts'
import { invitationLetter } from './invitation.ts'

it.each(CompanyRole.options)('says who invites, to what, and what a %s may do', (role) => {
  const letter = anInvitation({ role })
  expect(() => checkLetter(letter)).not.toThrow()
  expect(letter.subject).toBe('ada invites you to Acme & Co')
  for (const form of [letter.text, letter.html]) {
    expect(form).toContain('14 days')
    expect(form).toContain(role)
    expect(form).toContain('https://gridloom.example/company')
  }
})

it('takes the name of a company for text, never for markup', () => {
  const letter = anInvitation({ companyName: '<img src=x onerror=alert(1)>' })
  expect(letter.html).not.toContain('<img')
})

it('names neither company nor person where that could be read as a link', () => {
  const letter = anInvitation({
    companyName: 'Sign in at gridl00m.example/login',
    invitedBy: 'gridl00m.example',
  })
  expect(letter.subject).toBe('Somebody invites you to a company')
  expect(letter.text + letter.html).not.toContain('gridl00m')
})

function anInvitation(parts: Partial<Parameters<typeof invitationLetter>[0]> = {}) {
  return invitationLetter({
    to: 'grace@example.com',
    companyName: 'Acme & Co',
    invitedBy: 'ada',
    role: 'member',
    url: 'https://gridloom.example',
    ...parts,
  })
}
