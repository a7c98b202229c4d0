import { useQuery } from '@tanstack/react-query'
import { detailsQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { PasswordForm } from './password-form.tsx'

/** Changes the password, or sets the first one. */
export function PasswordSection() {
  const details = useQuery(detailsQuery(useClient()))
  const hasNone = details.data?.has_password === false
  return (
    <Section title={hasNone ? 'Set a password' : 'Change password'}>
      <Loaded query={details} what="your account">
        {({ has_password: hasPassword, email }) => (
          <PasswordForm
            key={String(hasPassword)}
            email={email}
            present={hasPassword ? 'changed' : 'none'}
          />
        )}
      </Loaded>
    </Section>
  )
}
