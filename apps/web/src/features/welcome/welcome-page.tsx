import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { product } from '@gridloom/contract/core/product'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { balanceQuery, detailsQuery, machinesQuery, sshKeysQuery } from '../../api/queries.ts'
import { detailsFailed } from '../../api/read-problems.ts'
import { useAuth, useClient } from '../../api/runtime.tsx'
import { Standalone } from '../../ui/components/standalone.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { StepList } from './step-list.tsx'
import { stepStates } from './steps.ts'
import { Visitor } from './visitor.tsx'
import styles from './welcome-page.module.css'

/** The setup of an account: for a visitor its steps, for a user what is done and what is missing. */
export function WelcomePage() {
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  if (isLoggedIn) return <Setup />
  return (
    <Standalone
      title={`Welcome to ${product.name}`}
      lead="Setting up takes a few minutes. You can do the steps at any time."
    >
      <Visitor />
    </Standalone>
  )
}

/** Completed and missing steps, with a button for each. */
function Setup() {
  const details = useQuery(detailsQuery(useClient()))
  return (
    <Standalone
      title={details.data ? `Welcome, ${details.data.name ?? details.data.username}` : 'Welcome'}
      lead="Finish setting up your account. You can do this at any time."
    >
      {details.isPending && <Skeleton height={360} radius="lg" aria-label="Loading your account" />}
      {details.isError && (
        <ErrorState
          title="Your account could not be loaded"
          error={details.error}
          text={detailsFailed}
          retry={() => void details.refetch()}
        />
      )}
      {details.data && <Missing details={details.data} />}
    </Standalone>
  )
}

function Missing({ details }: { details: UserDetails }) {
  const client = useClient()
  // Queries that require an access code are disabled without one: a rejection would open the access view.
  const isOpen = details.has_entered_referral_code
  const machines = useQuery({ ...machinesQuery(client), enabled: isOpen })
  const balance = useQuery({ ...balanceQuery(client), enabled: details.email_verified })
  const sshKeys = useQuery(sshKeysQuery(client))
  const states = stepStates({
    details,
    machines: machines.data?.length ?? 0,
    sshKeys: sshKeys.data?.length ?? 0,
    balance: balance.data,
  })
  return (
    <>
      <StepList states={states} email={details.email} balance={balance.data} />
      <div className={styles.on}>
        <Button component={Link} to="/instance" variant="filled">
          Browse offers
        </Button>
        <Button component={Link} to="/onboarding">
          Change goal
        </Button>
      </div>
    </>
  )
}
