import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FilePath } from '@gridloom/contract/files/file-path'
import { Loader } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronRight,
  IconFolder,
  IconFolderOpen,
} from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { shownName } from './file-words.ts'
import styles from './folder-tree.module.css'
import { moveInTree, type TreeRow } from './tree-rows.ts'
import { type ExpandedFolders, useTreeRows } from './use-folder-tree.ts'

interface FolderTreeProps {
  instanceId: InstanceId
  /** The folder that the list shows. */
  path: FilePath
  folders: ExpandedFolders
  onOpen: (path: FilePath) => void
}

/** The folders of an instance as a tree, beside the list: each is read when it is expanded. */
export function FolderTree({ instanceId, path, folders, onOpen }: FolderTreeProps) {
  const { rows, readAgain } = useTreeRows(instanceId, folders.expanded)
  const [focused, setFocused] = useState<FilePath | null>(null)
  const tree = useRef<HTMLDivElement>(null)
  const tabbable =
    [focused, path].find((one) => rows.some((row) => row.path === one)) ?? rows[0]?.path
  useEffect(() => {
    itemOf(tree.current, path)?.scrollIntoView({ block: 'nearest' })
  }, [path])

  function expand(row: TreeRow): void {
    folders.set(row.path, 'expanded')
    if (row.state === 'failed') readAgain(row.path)
  }

  function onKey(event: KeyboardEvent, row: TreeRow): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = moveInTree(rows, row, event.key)
    if (move === undefined) return
    event.preventDefault()
    if (move.kind === 'focus') focus(move.path)
    else if (move.kind === 'choose') onOpen(row.path)
    else if (move.kind === 'expand') expand(row)
    else folders.set(row.path, 'collapsed')
  }

  function focus(to: FilePath): void {
    setFocused(to)
    itemOf(tree.current, to)?.focus()
  }

  return (
    <div role="tree" aria-label="Folders" className={styles.tree} ref={tree}>
      {rows.map((row) => (
        <FolderRow
          key={row.path}
          row={row}
          isShown={row.path === path}
          isTabbable={row.path === tabbable}
          onFocus={() => setFocused(row.path)}
          onKey={(event) => onKey(event, row)}
          onOpen={() => onOpen(row.path)}
          onToggle={() =>
            row.state === 'closed' || row.state === 'failed'
              ? expand(row)
              : folders.set(row.path, 'collapsed')
          }
        />
      ))}
    </div>
  )
}

function itemOf(tree: HTMLElement | null, path: FilePath): HTMLElement | undefined {
  const items = tree?.querySelectorAll<HTMLElement>('[data-path]') ?? []
  return [...items].find(({ dataset }) => dataset.path === path)
}

interface FolderRowProps {
  row: TreeRow
  isShown: boolean
  isTabbable: boolean
  onFocus: () => void
  onKey: (event: KeyboardEvent) => void
  onOpen: () => void
  onToggle: () => void
}

function FolderRow({ row, isShown, isTabbable, ...on }: FolderRowProps) {
  const { path, name, level, place, siblings, state, isPartial } = row
  const isExpanded = state !== 'closed' && state !== 'leaf'
  const Icon = isExpanded ? IconFolderOpen : IconFolder
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-selected={isShown}
      aria-expanded={state === 'leaf' ? undefined : isExpanded}
      aria-busy={state === 'reading' || undefined}
      tabIndex={isTabbable ? 0 : -1}
      data-path={path}
      className={styles.row}
      style={{ paddingInlineStart: 4 + (level - 1) * 14 }}
      onFocus={on.onFocus}
      onKeyDown={on.onKey}
      onClick={on.onOpen}
    >
      <span
        className={styles.toggle}
        data-state={state}
        aria-hidden
        onClick={(event) => {
          if (state === 'leaf') return
          event.stopPropagation()
          on.onToggle()
        }}
      >
        {state === 'reading' && <Loader size={12} />}
        {state !== 'reading' && state !== 'leaf' && <IconChevronRight size={14} stroke={1.7} />}
      </span>
      <Icon size={16} stroke={1.6} aria-hidden className={styles.icon} />
      <span className={styles.name} title={shownName(path)}>
        {shownName(name)}
      </span>
      {state === 'failed' && (
        <span className={styles.problem}>
          <IconAlertTriangle size={13} stroke={1.7} aria-hidden />
          Can’t be read
        </span>
      )}
      {isPartial && <span className={styles.note}>First 1,000</span>}
    </div>
  )
}
