import { formatBytes } from '@gridloom/domain/format-bytes'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { useNow } from '../../../browser/clock.ts'
import { auditQuery } from '../../../shared/audit/audit-query.ts'
import { AuditTable } from '../../../shared/audit/audit-table.tsx'
import { usersQuery } from '../../../shared/operator/users-query.ts'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Figure, FigureStrip } from '../../../ui/components/facts.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { formatCount } from '../../../ui/format/numbers.ts'
import { codeState } from '../access-codes/code-state.ts'
import {
  accessCodesQuery,
  allAnnouncementsQuery,
  allMachinesQuery,
  maintenanceQuery,
  storageQuery,
} from '../api/operator-queries.ts'
import { overviewCode } from '../operator-code.ts'

const one = { page: 1, page_size: 1 }

/** `/operator`: key figures of the platform, each linked to its screen. */
export function OperatorPage() {
  const latest = useQuery(auditQuery(useClient(), { page: 1, page_size: 8 }))
  return (
    <Page
      title="Admin"
      lead="Platform status and recent activity."
      actions={<AsCode actions={overviewCode} />}
    >
      <FigureStrip>
        <Accounts />
        <Machines />
        <AccessCodes />
        <Maintenance />
        <Announced />
        <Disk />
      </FigureStrip>
      <Section
        title="Recent activity"
        inset="flush"
        actions={
          <Button size="xs" component={Link} to="/operator/audit">
            Audit log
          </Button>
        }
      >
        <Loaded query={latest} what="the audit log" rows={8}>
          {({ entries }) =>
            entries.length === 0 ? (
              <EmptyState title="No activity yet">Changes by all users appear here.</EmptyState>
            ) : (
              <AuditTable entries={entries} />
            )
          }
        </Loaded>
      </Section>
    </Page>
  )
}

function Accounts() {
  const client = useClient()
  const users = useQuery(usersQuery(client, one))
  const suspended = useQuery(usersQuery(client, { ...one, suspended: 'true' }))
  return (
    <Figure
      name="Accounts"
      value={shown(users, ({ total }) => formatCount(total))}
      note={
        <Link to="/operator/users">
          {shown(suspended, ({ total }) => formatCount(total))} suspended
        </Link>
      }
    />
  )
}

function Machines() {
  const machines = useQuery(allMachinesQuery(useClient(), one))
  return (
    <Figure
      name="Machines"
      value={shown(machines, ({ total }) => formatCount(total))}
      note={<Link to="/operator/machines">All machines</Link>}
    />
  )
}

function AccessCodes() {
  const codes = useQuery(accessCodesQuery(useClient()))
  const nowMs = useNow()
  return (
    <Figure
      name="Active access codes"
      value={shown(codes, (list) =>
        formatCount(list.filter((code) => codeState(code, nowMs).works).length),
      )}
      note={<Link to="/operator/access-codes">Access codes</Link>}
    />
  )
}

function Maintenance() {
  const maintenance = useQuery(maintenanceQuery(useClient()))
  return (
    <Figure
      name="Maintenance"
      value={shown(maintenance, ({ on }) => (on ? 'On' : 'Off'))}
      note={<Link to="/operator/maintenance">Change</Link>}
    />
  )
}

function Announced() {
  const announcements = useQuery(allAnnouncementsQuery(useClient()))
  return (
    <Figure
      name="Active announcements"
      value={shown(announcements, (list) =>
        formatCount(list.filter(({ state }) => state === 'now').length),
      )}
      note={<Link to="/operator/maintenance">Announcements</Link>}
    />
  )
}

/** Disk usage. Below the reserve the server rejects new scenes and pictures; everything else continues. */
function Disk() {
  const storage = useQuery(storageQuery(useClient()))
  return (
    <Figure
      name="Free disk"
      value={shown(storage, ({ free_bytes }) => formatBytes(free_bytes))}
      note={shown(storage, ({ reserve_bytes, takes_files }) =>
        takes_files
          ? `${formatBytes(reserve_bytes)} reserved`
          : `Below the reserve of ${formatBytes(reserve_bytes)}: new files are rejected`,
      )}
    />
  )
}

interface Asked<Data> {
  data: Data | undefined
  isError: boolean
}

/** Returns a value as text, or a placeholder while it is unknown. */
function shown<Data>({ data, isError }: Asked<Data>, words: (data: Data) => string): ReactNode {
  if (data !== undefined) return words(data)
  return isError ? 'unknown' : '–'
}
