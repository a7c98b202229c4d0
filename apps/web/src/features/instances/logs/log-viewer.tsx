import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { ScrollRegion } from '../../../ui/components/scroll-region.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import type { LogView } from './log-buffer.ts'
import { LogRow } from './log-row.tsx'
import styles from './log-viewer.module.css'
import { rowHeightPx, useFollowedScroll } from './use-followed-scroll.ts'

interface LogViewerProps {
  view: LogView
  /** The text to mark in each line. */
  search: string
}

/** A scrolling list of lines that follows the end until the reader scrolls up. Only visible rows are rendered. */
export function LogViewer({ view, search }: LogViewerProps) {
  const { ref, range, following, unseen, onScroll, jumpToLatest } = useFollowedScroll(view)
  return (
    <div className={styles.frame}>
      <ScrollRegion
        ref={ref}
        className={styles.viewer}
        role="log"
        aria-label="Log lines"
        aria-live="off"
        onScroll={onScroll}
      >
        <div className={styles.lines} style={{ height: view.lines.length * rowHeightPx }}>
          {view.lines.slice(range.start, range.end).map((line, index) => (
            <LogRow
              key={line.number}
              line={line}
              search={search}
              top={(range.start + index) * rowHeightPx}
            />
          ))}
        </div>
      </ScrollRegion>
      {!following && (
        <Button
          className={styles.jump ?? ''}
          size="xs"
          variant="filled"
          leftSection={<IconArrowDown size={14} />}
          onClick={jumpToLatest}
        >
          {unseen === 0 ? 'Jump to latest' : `Jump to latest · ${plural(unseen, 'new line')}`}
        </Button>
      )}
    </div>
  )
}
