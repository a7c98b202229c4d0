import type { CompanyOverview } from '@gridloom/contract/companies/company'
import { mayInCompany } from '@gridloom/domain/company-roles'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAuth, useClient } from '../../../api/runtime.tsx'
import { KeyTable } from '../../../shared/keys/key-table.tsx'
import { NewKeyDialog } from '../../../shared/keys/new-key-dialog.tsx'
import { RevokeKey } from '../../../shared/keys/revoke-key.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { companyApiKeysQuery } from '../api/company-queries.ts'
import { useMakeCompanyKey } from '../api/make-company-key.ts'
import { useRevokeCompanyKey } from '../api/revoke-company-key.ts'

/** The API keys that act for a company: members see their own, owners and admins see all. */
export function CompanyKeys({ company: { id, name, role } }: { company: CompanyOverview }) {
  const apiKeys = useQuery(companyApiKeysQuery(useClient(), id))
  const make = useMakeCompanyKey(id)
  const revoke = useRevokeCompanyKey(id)
  const hasAccess = useAuth(({ user }) => user?.has_entered_referral_code ?? false)
  const [opened, { open, close }] = useDisclosure(false)
  const start = (variant: 'default' | 'filled') =>
    hasAccess && (
      <Button variant={variant} onClick={open}>
        New API key
      </Button>
    )
  const hasSome = apiKeys.data !== undefined && apiKeys.data.length > 0
  const note = mayInCompany(role, 'see_all_spend') ? undefined : 'yours only'
  return (
    <Section title="API keys" note={note} inset="flush" actions={hasSome && start('default')}>
      <Loaded query={apiKeys} what="the API keys">
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<IconCode size={20} stroke={1.6} />}
              title="No API key yet"
              action={start('filled')}
            >
              API keys let scripts and programs act for {name}, within the scopes, the budget and
              the expiry date that you set.
            </EmptyState>
          ) : (
            <KeyTable
              keys={list}
              makers="shown"
              actionOf={(key) => <RevokeKey apiKey={key} revoke={revoke} />}
            />
          )
        }
      </Loaded>
      <NewKeyDialog opened={opened} make={make} close={close} />
    </Section>
  )
}
