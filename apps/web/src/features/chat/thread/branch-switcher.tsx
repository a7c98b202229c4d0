import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ChatSide } from '../use-side.ts'
import type { ThreadRow } from './shown-rows.ts'
import styles from './thread.module.css'

interface BranchSwitcherProps {
  row: ThreadRow
  show: ChatSide['show']
  what: 'answer' | 'prompt'
}

/** Switches between several answers or versions of a prompt (`2 / 3`); renders nothing if there is only one. */
export function BranchSwitcher({ row, show, what }: BranchSwitcherProps) {
  const { siblings, message } = row
  if (siblings.length < 2) return null
  const place = siblings.indexOf(message.id)
  const before = siblings[place - 1]
  const after = siblings[place + 1]
  return (
    <span className={`${styles.switcher} gl-num`}>
      <ActionIcon
        size={24}
        aria-label={`Previous ${what}`}
        disabled={before === undefined}
        onClick={() => before && show(before)}
      >
        <IconChevronLeft size={14} />
      </ActionIcon>
      {place + 1} / {siblings.length}
      <ActionIcon
        size={24}
        aria-label={`Next ${what}`}
        disabled={after === undefined}
        onClick={() => after && show(after)}
      >
        <IconChevronRight size={14} />
      </ActionIcon>
    </span>
  )
}
