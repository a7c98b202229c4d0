import { endpoints } from 'virtual:api-facts'
import type { SavedSearch } from '@gridloom/contract/market/saved-search'
import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Drawer } from '../../../ui/components/dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { Alerts } from '../alerts/alerts.tsx'
import { savedSearchesQuery } from '../api/saved-searches.ts'
import { SavedSearchLine } from './saved-search-line.tsx'
import styles from './searches.module.css'

interface SearchesDrawerProps {
  opened: boolean
  onShow: (search: SavedSearch) => void
  onSave: () => void
  onClose: () => void
}

/** The saved searches of the active account, and its alerts for single offers. */
export function SearchesDrawer({ opened, onShow, onSave, onClose }: SearchesDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={520}
      title="Saved searches"
      closeButtonProps={{ 'aria-label': 'Close saved searches' }}
    >
      {opened && (
        <div className={styles.drawer}>
          <Searches onShow={onShow} onSave={onSave} />
          <section aria-label="Alerts">
            <h3 className={styles.heading}>
              Alerts <span className={styles.note}>one email when an offer is free</span>
            </h3>
            <Alerts />
          </section>
          <div>
            <AsCode actions={codeOf} />
          </div>
        </div>
      )}
    </Drawer>
  )
}

function Searches({ onShow, onSave }: Pick<SearchesDrawerProps, 'onShow' | 'onSave'>) {
  const searches = useQuery(savedSearchesQuery(useClient()))
  return (
    <Loaded query={searches} what="your saved searches" rows={3}>
      {(shown) =>
        shown.length === 0 ? (
          <EmptyState
            icon={<IconBookmark size={20} stroke={1.6} />}
            title="No saved searches"
            action={
              <Button variant="filled" onClick={onSave}>
                Save this search
              </Button>
            }
          >
            Save a search to be told when an offer begins to match it.
          </EmptyState>
        ) : (
          <ul className={styles.searches} aria-label="Saved searches">
            {shown.map((search) => (
              <SavedSearchLine key={search.id} search={search} onShow={onShow} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const codeOf = [
  {
    name: 'List saved searches',
    endpoint: endpoints.market.listSearches,
    cli: 'gridloom searches list',
  },
  {
    name: 'Save a search',
    endpoint: endpoints.market.createSearch,
    input: {
      body: { name: 'Cheap 4090', query: 'gpu:4090 price<0.5', channels: ['email'] },
    },
  },
]
