import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

const pauseMs = 250

interface SearchFieldProps {
  label: string
  value: string
  onSearch: (text: string) => void
}

/** A search field that searches shortly after the last key. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback(onSearch, pauseMs)
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      w={260}
      maxLength={100}
      leftSection={<IconSearch size={15} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value.trim())
      }}
    />
  )
}
