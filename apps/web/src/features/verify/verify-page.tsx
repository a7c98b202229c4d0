import { useLocation, useSearch } from '@tanstack/react-router'
import { InvalidLink } from './invalid-link.tsx'
import { MailLanding } from './mail-landing.tsx'
import { ProblemLanding } from './problem-landing.tsx'
import { ProviderLanding } from './provider-landing.tsx'
import { ConfirmLanding } from './reauth-landing.tsx'

/** Landing page of sign-in providers and emailed links, without a layout. */
export function VerifyPage() {
  const { provider, problem, confirmed, confirming } = useSearch({ from: '/verify' })
  const link = new URLSearchParams(useLocation().hash)
  const email = link.get('email')
  if (confirmed !== undefined || confirming !== undefined)
    return <ConfirmLanding problem={problem} />
  if (problem !== undefined) return <ProblemLanding word={problem} />
  if (provider !== undefined) return <ProviderLanding provider={provider} />
  if (email !== null)
    return (
      <MailLanding email={email} otpFor={link.get('for') === 'forgot' ? 'forgot' : 'register'} />
    )
  return <InvalidLink />
}
