import { Button } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconBookmark,
  IconColumns,
  IconDownload,
  IconMap2,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './market-toolbar.module.css'

interface MarketToolbarProps {
  /** The active filters. */
  children: ReactNode
  filtersOpen: boolean
  mapOpen: boolean
  exporting: boolean
  onFilters: () => void
  onMap: () => void
  onSave: () => void
  onColumns: () => void
  onExport: () => void
}

/** Between the filters and the table: what is filtered by, and what else can be done with the result. */
export function MarketToolbar({ children, ...bar }: MarketToolbarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.filters}>{children}</div>
      <div className={styles.acts}>
        <Button
          size="xs"
          leftSection={<IconAdjustmentsHorizontal size={14} />}
          aria-expanded={bar.filtersOpen}
          onClick={bar.onFilters}
        >
          {bar.filtersOpen ? 'Fewer filters' : 'All filters'}
        </Button>
        <Button
          size="xs"
          leftSection={<IconMap2 size={14} />}
          aria-expanded={bar.mapOpen}
          onClick={bar.onMap}
        >
          Regions
        </Button>
        <Button size="xs" leftSection={<IconBookmark size={14} />} onClick={bar.onSave}>
          Save search
        </Button>
        <Button size="xs" leftSection={<IconColumns size={14} />} onClick={bar.onColumns}>
          Columns
        </Button>
        <Button
          size="xs"
          leftSection={<IconDownload size={14} />}
          loading={bar.exporting}
          onClick={bar.onExport}
        >
          CSV
        </Button>
      </div>
    </div>
  )
}
