import { Switch } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { usersQuery } from '../../../shared/operator/users-query.ts'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Pages } from '../../../ui/components/pages.tsx'
import { SearchField } from '../../../ui/components/search-field.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import styles from '../operator.module.css'
import { usersCode } from '../operator-code.ts'
import type { ListSearch } from '../operator-search.ts'
import { UserTable } from './user-table.tsx'

const route = getRouteApi('/shell/operate/operator/users')
const pageSize = 20

/** `/operator/users`: all accounts. The search is in the URL. */
export function UsersPage() {
  const { search, suspended, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const users = useQuery(
    usersQuery(useClient(), {
      ...(search === undefined ? {} : { search }),
      ...(suspended === true ? { suspended: 'true' } : {}),
      page,
      page_size: pageSize,
    }),
  )
  const total = users.data?.total ?? 0
  const turnTo = (next: ListSearch) => void navigate({ search: next, replace: true })
  return (
    <Page
      title="Users"
      lead="Every account on the platform, newest first."
      actions={<AsCode actions={usersCode} />}
    >
      <div className={styles.filters}>
        <SearchField
          label="Email or name"
          value={search ?? ''}
          onSearch={(text) => turnTo({ search: text || undefined, suspended })}
        />
        <Switch
          label="Suspended only"
          checked={suspended === true}
          onChange={(event) =>
            turnTo({ search, suspended: event.currentTarget.checked || undefined })
          }
        />
      </div>
      <Section title="Accounts" note={total > 0 && plural(total, 'account')} inset="flush">
        <Loaded query={users} what="the accounts" rows={8}>
          {(found) =>
            found.users.length === 0 ? (
              <EmptyState icon={<IconUsers size={20} stroke={1.6} />} title="No accounts found">
                Search for part of an email address or name.
              </EmptyState>
            ) : (
              <UserTable users={found.users} />
            )
          }
        </Loaded>
        <Pages
          page={page}
          total={total}
          pageSize={pageSize}
          turnTo={(next) => turnTo({ search, suspended, page: next })}
        />
      </Section>
    </Page>
  )
}
