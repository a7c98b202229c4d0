import { Select } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { actionWords, knownActions } from '../../shared/audit/action-words.ts'
import { AuditTable } from '../../shared/audit/audit-table.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Pages } from '../../ui/components/pages.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { plural } from '../../ui/format/numbers.ts'
import { AccountSelect } from './account-select.tsx'
import { auditCode } from './audit-code.ts'
import styles from './audit-page.module.css'
import type { AuditSearch } from './audit-search.ts'
import { auditPageSize, useAuditPages } from './use-audit-pages.ts'

const route = getRouteApi('/shell/operate/operator/audit')
const actions = knownActions
  .map((action) => ({ value: action, label: actionWords(action) }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

/** `/operator/audit`: the audit log of all users. The filters are in the URL. */
export function AuditPage() {
  const asked = route.useSearch()
  const navigate = route.useNavigate()
  const turnTo = (change: AuditSearch) => void navigate({ search: change, replace: true })
  return (
    <Page
      title="Audit log"
      lead="Every change by every user, newest first."
      actions={<AsCode actions={auditCode} />}
    >
      <div className={styles.filters}>
        <AccountSelect
          value={asked.account}
          onChange={(account) => turnTo({ ...asked, account })}
        />
        <Select
          aria-label="Action"
          placeholder="Every action"
          w={260}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Every action' }}
          data={actions}
          value={asked.action ?? null}
          onChange={(action) => turnTo({ ...asked, action: action ?? undefined })}
        />
      </div>
      <Entries key={`${asked.account} ${asked.action}`} asked={asked} />
    </Page>
  )
}

function Entries({ asked }: { asked: AuditSearch }) {
  const { page, audit, turnTo } = useAuditPages(asked)
  const total = audit.data?.total ?? 0
  return (
    <Section title="Entries" note={total > 0 && plural(total, 'entry')} inset="flush">
      <Loaded query={audit} what="the audit log" rows={10}>
        {({ entries }) =>
          entries.length === 0 ? (
            <EmptyState icon={<IconHistory size={20} stroke={1.6} />} title="No entries found">
              Choose another account or action.
            </EmptyState>
          ) : (
            <AuditTable entries={entries} />
          )
        }
      </Loaded>
      <Pages page={page} total={total} pageSize={auditPageSize} turnTo={turnTo} />
    </Section>
  )
}
