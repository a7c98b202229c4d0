import type { CompanyOverview } from '@gridloom/contract/companies/company'
import type { Balance } from '@gridloom/contract/ledger/balance'
import { mayInCompany } from '@gridloom/domain/company-roles'
import { formatDurationShort } from '@gridloom/domain/format-duration'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { balanceQuery, instancesQuery, machinesQuery } from '../../../api/queries.ts'
import { useAuth, useClient } from '../../../api/runtime.tsx'
import { useNow } from '../../../browser/clock.ts'
import { balanceAt } from '../../../shared/ledger/balance.ts'
import { Figure, FigureStrip } from '../../../ui/components/facts.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { formatPerHour } from '../../../ui/format/money.ts'
import { formatCount } from '../../../ui/format/numbers.ts'
import { spendQuery } from '../api/company-queries.ts'
import { spendSpan } from '../company-search.ts'
import { useCompanySearch } from '../use-company-search.ts'
import { AddCredit } from './add-credit.tsx'
import styles from './overview.module.css'

/** A company in figures: balance, spend, instances and machines. */
export function OverviewStrip({ company }: { company: CompanyOverview }) {
  const { id, name, role } = company
  const client = useClient()
  const isActing = useAuth(({ user }) => user?.active_company?.company_id === id)
  const hasAccess = useAuth(({ user }) => user?.has_entered_referral_code ?? false)
  const looks = { enabled: isActing && hasAccess }
  const live = useQuery({ ...balanceQuery(client), enabled: isActing })
  const instances = useQuery({ ...instancesQuery(client), ...looks })
  const machines = useQuery({ ...machinesQuery(client), ...looks })
  const [search] = useCompanySearch()
  const spend = useQuery(spendQuery(client, id, spendSpan(search))).data
  const elsewhere = isActing ? undefined : `Switch to ${name} to view`
  return (
    <FigureStrip>
      <BalanceFigure balance={(isActing ? live.data : undefined) ?? company.balance}>
        {mayInCompany(role, 'fund') && <AddCredit company={company} />}
      </BalanceFigure>
      <Figure name="Spent today" value={sum(spend?.today_micro_usd)} note="UTC" />
      <Figure name="Spent this month" value={sum(spend?.this_month_micro_usd)} note="UTC" />
      <Figure
        name="Instances"
        value={countOf(isActing ? instances.data : undefined)}
        note={elsewhere ?? <Link to="/instance/myinstance">View all</Link>}
      />
      <Figure
        name="Machines"
        value={countOf(isActing ? machines.data : undefined)}
        note={elsewhere ?? <Link to="/machines">View all</Link>}
      />
    </FigureStrip>
  )
}

function BalanceFigure({ balance, children }: { balance: Balance; children: ReactNode }) {
  const { leftMicroUsd, lastsS } = balanceAt(balance, useNow())
  const burn = balance.spend_rate_micro_usd_per_hour
  return (
    <Figure
      name="Balance"
      value={<Money microUsd={leftMicroUsd} />}
      note={
        <span className={styles.under}>
          <span>
            {burn === 0 ? 'No active charges' : `−${formatPerHour(burn)}`}
            {lastsS !== null && ` · ${formatDurationShort(lastsS)} left`}
          </span>
          {children}
        </span>
      }
    />
  )
}

function sum(microUsd: number | undefined): ReactNode {
  return microUsd === undefined ? '–' : <Money microUsd={microUsd} />
}

function countOf(list: readonly unknown[] | undefined): string {
  return list === undefined ? '–' : formatCount(list.length)
}
