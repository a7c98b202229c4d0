import type { UserDetails } from '@gridloom/contract/identity'
import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Facts } from '../../lib/parts/facts.tsx'
import { Section } from '../../lib/parts/section.tsx'
import { ErrorState } from '../../lib/parts/states.tsx'
import { StatusBadge } from '../../lib/parts/status-badge.tsx'

/** Who is signed in. */
export function Profile({ details }: { details: UseQueryResult<UserDetails> }) {
  return (
    <Section title="Profile">
      {details.isPending && <Skeleton height={96} aria-label="Loading the profile" />}
      {details.isError && (
        <ErrorState
          title="Please try again."
          error={details.error}
          retry={() => details.refetch()}
        />
      )}
      {details.data && <Facts facts={profileFacts(details.data)} />}
    </Section>
  )
}

function profileFacts(details: UserDetails) {
  return [
    { name: 'Name', value: details.username },
    { name: 'Email', value: details.email },
    { name: 'Role', value: details.role === 'operator' ? 'Operator' : 'User' },
    {
      name: 'Beta access',
      value: details.has_entered_referral_code ? (
        <StatusBadge look="plain" tone="good" word="Open" />
      ) : (
        <StatusBadge look="plain" tone="warn" word="Needs an access code" />
      ),
    },
  ]
}
