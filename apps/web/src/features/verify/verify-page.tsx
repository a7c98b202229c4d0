import { useLocation, useSearch } from '@tanstack/react-router'
import { MailLanding } from './mail-landing.tsx'
import { Nothing } from './nothing.tsx'
import { ProblemLanding } from './problem-landing.tsx'
import { ProviderLanding } from './provider-landing.tsx'

/** Where sign-in providers and the links of letters land. There is no layout around it. */
export function VerifyPage() {
  const { provider, problem } = useSearch({ from: '/verify' })
  const email = new URLSearchParams(useLocation().hash).get('email')
  if (problem !== undefined) return <ProblemLanding word={problem} />
  if (provider !== undefined) return <ProviderLanding provider={provider} />
  if (email !== null) return <MailLanding email={email} />
  return <Nothing />
}
