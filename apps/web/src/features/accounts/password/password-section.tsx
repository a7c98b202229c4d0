import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { detailsQuery } from '../../../api/queries.ts'
import { detailsFailed } from '../../../api/read-problems.ts'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SidePanel, WithSide } from '../../../ui/components/side-panel.tsx'
import { searchFor } from '../sections.ts'
import { PasswordForm } from './password-form.tsx'

/** Changes the password, or sets the first one. */
export function PasswordSection() {
  const details = useQuery(detailsQuery(useClient()))
  const hasNone = details.data?.has_password === false
  return (
    <WithSide side={<Alternatives />}>
      <Section title={hasNone ? 'Set a password' : 'Change password'}>
        <Loaded query={details} what="your account" failedText={detailsFailed}>
          {({ has_password: hasPassword, email }) => (
            <PasswordForm
              key={String(hasPassword)}
              email={email}
              present={hasPassword ? 'changed' : 'none'}
            />
          )}
        </Loaded>
      </Section>
    </WithSide>
  )
}

function Alternatives() {
  return (
    <>
      <SidePanel title="Sign in without a password">
        <p>A passkey uses your fingerprint, face or PIN. It can’t be guessed, reused or phished.</p>
        <p>
          <Link to="/account" search={searchFor('sign-in-methods')}>
            Add a passkey
          </Link>
        </p>
      </SidePanel>
      <SidePanel title="Forgot it?">
        <p>
          Sign out and choose <em>Forgot password?</em> in the sign-in dialog. We’ll email you a
          code to set a new one.
        </p>
      </SidePanel>
    </>
  )
}
