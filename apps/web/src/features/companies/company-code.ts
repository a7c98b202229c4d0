import { endpoints } from 'virtual:api-facts'
import type { Company } from '@gridloom/contract/companies/company'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import type { CodeAction } from '../../ui/components/as-code.tsx'

const { auth, companies } = endpoints

const beginning: readonly CodeAction[] = [
  { name: 'List your companies', endpoint: companies.list, cli: 'gridloom company' },
  {
    name: 'Create a company',
    endpoint: companies.create,
    input: { body: { name: 'Acme Research' } },
    cli: "gridloom company create 'Acme Research'",
  },
  { name: 'List your invitations', endpoint: companies.myInvitations },
]

/** Returns the code samples of the screen's actions; those on one company only while one is shown. */
export function companyCode(company: Company | undefined): readonly CodeAction[] {
  return company === undefined ? beginning : [...codeOn(company), ...beginning]
}

function codeOn({ id, name }: Company): readonly CodeAction[] {
  const params = { id }
  const which = `--company ${quoteShell(name)}`
  return [
    {
      name: 'Switch this session to it',
      endpoint: auth.actAs,
      input: { body: { company_id: id } },
      cli: `gridloom company use ${quoteShell(name)}`,
    },
    {
      name: 'Get the company',
      endpoint: companies.read,
      input: { params },
      cli: `gridloom company members ${which}`,
    },
    {
      name: 'Get its spending',
      endpoint: companies.spend,
      input: { params, query: { days: 30 } },
      cli: `gridloom company spend --days 30 ${which}`,
    },
    {
      name: 'Add credit from your balance',
      endpoint: companies.fund,
      input: { params, body: { micro_usd: 20_000_000, key: 'november' } },
    },
    {
      name: 'Invite a member',
      endpoint: companies.invite,
      input: { params, body: { email: 'grace@example.com', role: 'admin' } },
      cli: `gridloom company invite grace@example.com --role admin ${which}`,
    },
    {
      name: 'Create an API key for it',
      endpoint: companies.generateKey,
      input: { params, body: { name: 'ci', scopes: ['instances:read'] } },
    },
    { name: 'Close the company', endpoint: companies.close, input: { params } },
  ]
}
