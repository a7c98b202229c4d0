import type { SavedSearch } from '@gridloom/contract/market/saved-search'
import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { savedSearchesQuery } from '../api/saved-searches.ts'

interface SearchesMenuProps {
  onShow: (search: SavedSearch) => void
  onSave: () => void
  onManage: () => void
}

const shownMax = 8

/** The newest saved searches, to show what matches; they load when the menu opens. */
export function SearchesMenu({ onShow, onSave, onManage }: SearchesMenuProps) {
  const [opened, setOpened] = useState(false)
  const searches = useQuery({ ...savedSearchesQuery(useClient()), enabled: opened })
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button
          variant="subtle"
          leftSection={<IconBookmark size={15} />}
          rightSection={<IconChevronDown size={14} />}
        >
          Saved searches
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={320}>
        {searches.isLoading && <Menu.Label>Loading…</Menu.Label>}
        {searches.data?.slice(0, shownMax).map((search) => (
          <Menu.Item key={search.id} onClick={() => onShow(search)}>
            {search.name}
          </Menu.Item>
        ))}
        {searches.data !== undefined && searches.data.length > 0 && <Menu.Divider />}
        <Menu.Item onClick={onSave}>Save this search</Menu.Item>
        <Menu.Item onClick={onManage}>Manage searches and alerts</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
