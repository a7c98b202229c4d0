import type { PublicConfig } from '@gridloom/contract/system/public-config'
import { CloseButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { searchFor } from '../sections.ts'
import { useAccountSearch } from '../use-account-search.ts'
import { loginProblemText } from './login-problems.ts'
import { providerName } from './provider-name.ts'
import styles from './sign-in-methods.module.css'

/** The outcome of connecting a sign-in provider, shown after the browser returns from it. */
export function ReturnNote({ providers }: { providers: PublicConfig['login_providers'] }) {
  const { connected, problem } = useAccountSearch()
  const navigate = useNavigate()
  if (connected === undefined && problem === undefined) return null

  function close(): void {
    void navigate({ to: '/account', search: searchFor('sign-in-methods'), replace: true })
  }

  return (
    <div className={styles.returned} role={problem === undefined ? 'status' : 'alert'}>
      {problem === undefined ? (
        <StatusBadge tone="good" word="Connected" />
      ) : (
        <StatusBadge tone="bad" word="Not connected" />
      )}
      <span className={styles.returnedText}>
        {problem === undefined
          ? `You can now sign in with ${providerName(providers, connected ?? '')}.`
          : loginProblemText(problem)}
      </span>
      <CloseButton aria-label="Dismiss" onClick={close} />
    </div>
  )
}
