import { Menu, UnstyledButton } from '@mantine/core'
import { IconBook2, IconKey, IconLogout, IconRoute, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { detailsQuery } from '../../api/queries.ts'
import { useClient, useRuntime } from '../../api/runtime.tsx'
import { useSignOut } from '../../shared/auth/use-sign-out.ts'
import styles from './account-menu.module.css'
import { SwitchAccountItems } from './switch-account-items.tsx'
import { usePageTour } from './tour/use-tour.ts'

/** Menu with the signed-in user, the accounts to switch to, links, and sign-out. */
export function AccountMenu() {
  const details = useQuery(detailsQuery(useClient())).data
  const { auth } = useRuntime()
  const signOut = useSignOut()
  const tour = usePageTour()
  return (
    <Menu position="bottom-end" width={220} shadow="md" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={styles.face} aria-label="Account">
          {(details?.username ?? '').slice(0, 1).toUpperCase() || '·'}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <span className={styles.name}>{details?.username ?? 'Signed in'}</span>
          <span>{details?.email}</span>
          {details?.role === 'operator' && <span>Operator</span>}
          {details?.active_company && <span>Context: {details.active_company.name}</span>}
        </div>
        {details && <SwitchAccountItems activeCompany={details.active_company} />}
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={15} />}>
          Account
        </Menu.Item>
        {details && !details.has_entered_referral_code && (
          <Menu.Item leftSection={<IconKey size={15} />} onClick={auth.openAccessCode}>
            Enter access code
          </Menu.Item>
        )}
        {tour && !tour.isShown && (
          <Menu.Item leftSection={<IconRoute size={15} />} onClick={tour.show}>
            Show tour
          </Menu.Item>
        )}
        <Menu.Item component="a" href="/api/docs" leftSection={<IconBook2 size={15} />}>
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
