import type { Company, CompanyOverview } from '@gridloom/contract/companies/company'
import { mayInviteSomebody } from '@gridloom/domain/company-roles'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { overviewQuery } from './api/company-queries.ts'
import { CompanyKeys } from './keys/company-keys.tsx'
import { Invitations } from './members/invitations.tsx'
import { Members } from './members/members.tsx'
import { OverviewStrip } from './overview/overview-strip.tsx'
import { CompanySettings } from './settings/company-settings.tsx'
import { SpendSection } from './spend/spend-section.tsx'

/** A company as one of its members sees it; their role decides which parts are shown. */
export function CompanyView({ company }: { company: Company }) {
  const overview = useQuery(overviewQuery(useClient(), company.id))
  return (
    <Loaded query={overview} what={company.name} rows={8}>
      {(known) => <Known company={known} />}
    </Loaded>
  )
}

function Known({ company }: { company: CompanyOverview }) {
  return (
    <>
      <OverviewStrip company={company} />
      <SpendSection company={company} />
      <Members company={company} />
      {mayInviteSomebody(company.role) && <Invitations company={company} />}
      <CompanyKeys company={company} />
      <CompanySettings company={company} />
    </>
  )
}
