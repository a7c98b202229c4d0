import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { detailsQuery } from '../../../api/queries.ts'
import { detailsFailed } from '../../../api/read-problems.ts'
import { useClient, useRuntime } from '../../../api/runtime.tsx'
import { CopyButton } from '../../../ui/components/copy.tsx'
import { FactGrid } from '../../../ui/components/facts.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { WithSide } from '../../../ui/components/side-panel.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { EmailAddress } from './email-address.tsx'
import { NameForm } from './name-form.tsx'
import { Picture } from './picture.tsx'
import styles from './profile.module.css'

/** Picture, names, email address and facts of the account. */
export function ProfileSection() {
  const details = useQuery(detailsQuery(useClient()))
  return (
    <WithSide side={details.data && <AccountFacts details={details.data} />}>
      <Section title="Profile">
        <Loaded query={details} what="your profile" rows={4} failedText={detailsFailed}>
          {(shown) => (
            <div className={styles.profile}>
              <Picture details={shown} />
              <NameForm details={shown} />
            </div>
          )}
        </Loaded>
      </Section>
    </WithSide>
  )
}

function AccountFacts({ details }: { details: UserDetails }) {
  const { account_id: id, role } = details
  return (
    <Section title="Account">
      <FactGrid
        facts={[
          { name: 'Email', value: <EmailAddress details={details} />, wide: 'line' },
          { name: 'Beta access', value: <BetaAccess details={details} />, wide: 'line' },
          { name: 'Role', value: role === 'operator' ? 'Operator' : 'User' },
          {
            name: 'Account ID',
            wide: 'line',
            value: (
              <span className={styles.id}>
                <code>{id}</code>
                <CopyButton text={id} label="Copy account ID" />
              </span>
            ),
          },
        ]}
      />
    </Section>
  )
}

function BetaAccess({ details }: { details: UserDetails }) {
  const { auth } = useRuntime()
  if (details.has_entered_referral_code) {
    return <StatusBadge look="plain" tone="good" word="Granted" />
  }
  return (
    <span className={styles.value}>
      <StatusBadge look="plain" tone="warn" word="Needs an access code" />
      <Button size="xs" onClick={auth.openAccessCode}>
        Enter access code
      </Button>
    </span>
  )
}
