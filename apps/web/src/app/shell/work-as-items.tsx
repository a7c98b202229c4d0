import type { ActingFor } from '@gridloom/contract/identity'
import { Menu } from '@mantine/core'
import { IconBuilding, IconCheck, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from '../../lib/api/queries.ts'
import { useWorkAs } from '../../lib/companies/work-as.ts'
import { useClient } from '../../lib/runtime.tsx'

const chosen = <IconCheck size={15} aria-label="now" />

/** Entries of the account's menu: oneself and each company, to work as. Nothing for those without a company. */
export function WorkAsItems({ actingFor }: { actingFor: ActingFor | null }) {
  const { data: companies = [] } = useQuery(companiesQuery(useClient()))
  const workAs = useWorkAs()
  if (companies.length === 0) return null
  const current = actingFor?.company_id
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Work as</Menu.Label>
      <Menu.Item
        leftSection={<IconUser size={15} />}
        rightSection={current === undefined && chosen}
        disabled={current === undefined}
        onClick={() => workAs.mutate({ companyId: null, name: 'yourself' })}
      >
        Me
      </Menu.Item>
      {companies.map(({ id, name }) => (
        <Menu.Item
          key={id}
          leftSection={<IconBuilding size={15} />}
          rightSection={current === id && chosen}
          disabled={current === id}
          onClick={() => workAs.mutate({ companyId: id, name })}
        >
          {name}
        </Menu.Item>
      ))}
    </>
  )
}
