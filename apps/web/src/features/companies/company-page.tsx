import type { Company } from '@gridloom/contract/companies/company'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../api/queries.ts'
import { useAuth, useClient } from '../../api/runtime.tsx'
import { roleWords } from '../../shared/companies/role-words.ts'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Page } from '../../ui/components/page.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { companyCode } from './company-code.ts'
import { chooseCompany } from './company-search.ts'
import { CompanySelect } from './company-select.tsx'
import { CompanyView } from './company-view.tsx'
import { CreateCompanyButton } from './create/create-company-button.tsx'
import { CreateCompanyDialog } from './create/create-company-dialog.tsx'
import { NoCompany } from './create/no-company.tsx'
import { MyInvitations } from './my-invitations.tsx'
import { SwitchAccountButton } from './switch-account-button.tsx'
import { useCompanySearch } from './use-company-search.ts'

/** `/company`: the members, balance and spend of the company that the URL names. */
export function CompanyPage() {
  const companies = useQuery({ ...companiesQuery(useClient()), staleTime: 0 })
  const [{ company: asked }, turnTo] = useCompanySearch()
  const activeId = useAuth(({ user }) => user?.active_company?.company_id)
  const [creating, { open, close }] = useDisclosure(false)
  const company = chooseCompany(companies.data ?? [], { asked, activeId })
  return (
    <Page
      title={company?.name ?? 'Company'}
      lead="Rent, host and pay together from one balance."
      badge={company && <RoleBadge company={company} />}
      actions={
        <>
          <CompanySelect companies={companies.data ?? []} shown={company} turnTo={turnTo} />
          <AsCode actions={companyCode(company)} />
          {company && <CreateCompanyButton onClick={open} />}
          {company && <SwitchAccountButton company={company} />}
        </>
      }
    >
      <MyInvitations />
      <Loaded query={companies} what="your companies" rows={6}>
        {() =>
          company ? (
            <CompanyView key={company.id} company={company} />
          ) : (
            <NoCompany action={<CreateCompanyButton onClick={open} look="filled" />} />
          )
        }
      </Loaded>
      {creating && (
        <CreateCompanyDialog close={close} onCreated={({ id }) => turnTo({ company: id })} />
      )}
    </Page>
  )
}

function RoleBadge({ company: { role } }: { company: Company }) {
  const { word, hint } = roleWords[role]
  return <StatusBadge tone="idle" word={word} title={hint} />
}
