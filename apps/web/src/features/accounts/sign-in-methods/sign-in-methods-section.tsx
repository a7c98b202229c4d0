import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configQuery, detailsQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SidePanel, WithSide } from '../../../ui/components/side-panel.tsx'
import { searchFor } from '../sections.ts'
import { Logins } from './logins.tsx'
import { Passkeys } from './passkeys.tsx'
import { ReturnNote } from './return-note.tsx'
import styles from './sign-in-methods.module.css'

/** All sign-in methods: passkeys, connected providers, and whether a password is set. */
export function SignInMethodsSection() {
  const client = useClient()
  const details = useQuery(detailsQuery(client)).data
  const providers = useQuery(configQuery(client)).data?.login_providers ?? []
  return (
    <WithSide
      side={
        <>
          {details && (
            <Section title="Password">
              <p className={styles.text}>
                {details.has_password
                  ? 'You can sign in with your email address and password. '
                  : 'This account has no password. '}
                <Link to="/account" search={searchFor('password')}>
                  {details.has_password ? 'Change password' : 'Set a password'}
                </Link>
              </p>
            </Section>
          )}
          <SidePanel title="Keep two methods">
            <p>
              If you lose a device or a provider closes your account there, the other method still
              gets you in. We email you whenever a method is added or removed.
            </p>
          </SidePanel>
        </>
      }
    >
      <ReturnNote providers={providers} />
      <Passkeys />
      <Logins providers={providers} />
    </WithSide>
  )
}
