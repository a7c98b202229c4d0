import type { AccountId } from '@gridloom/contract/core/ids'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { usersQuery } from '../../shared/operator/users-query.ts'
import { shortId } from '../../ui/format/short-id.ts'

const pauseMs = 250
const shownMax = 10

interface AccountSelectProps {
  value: AccountId | undefined
  onChange: (account: AccountId | undefined) => void
}

/** Selects an account by name or email address, searched on the server. */
export function AccountSelect({ value, onChange }: AccountSelectProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pauseMs)
  const asked = { ...(search === '' ? {} : { search }), page: 1, page_size: shownMax }
  const users = useQuery(usersQuery(useClient(), asked)).data?.users ?? []
  const isThere = value === undefined || users.some(({ account_id }) => account_id === value)
  return (
    <Select
      aria-label="Account"
      placeholder="Every account"
      w={260}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Every account' }}
      value={value ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="No accounts found"
      data={[
        ...(isThere ? [] : [{ value, label: shortId(value) }]),
        ...users.map(({ account_id, username, email }) => ({
          value: account_id,
          label: `${username} · ${email}`,
        })),
      ]}
      onChange={(id) => onChange(users.find((user) => user.account_id === id)?.account_id)}
    />
  )
}
