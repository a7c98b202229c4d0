import { type FilePath, filePathIn } from '@gridloom/contract/files/file-path'

/**
 * What a tree knows of a folder. `unread`: it was never expanded. `isWhole`: it has no more folders than these.
 */
export type ReadFolder =
  | { kind: 'unread' | 'reading' | 'failed' }
  | { kind: 'read'; names: readonly string[]; isWhole: boolean }

/** A visible folder of the tree. */
export interface TreeRow {
  readonly path: FilePath
  readonly name: string
  /** From 1. */
  readonly level: number
  /** Its place among the folders of its parent, from 1, and their number. */
  readonly place: number
  readonly siblings: number
  /** `leaf`: it has no folders. */
  readonly state: 'closed' | 'open' | 'reading' | 'failed' | 'leaf'
  readonly isPartial: boolean
}

/** Returns the visible folders from top to bottom. */
export function treeRows(
  expanded: ReadonlySet<FilePath>,
  read: (path: FilePath) => ReadFolder,
): TreeRow[] {
  const rows: TreeRow[] = []
  add({ path: '/', name: '/', level: 1, place: 1, siblings: 1 })
  return rows

  function add(row: Omit<TreeRow, 'state' | 'isPartial'>): void {
    const folder = read(row.path)
    const isOpen = expanded.has(row.path)
    const isPartial = isOpen && folder.kind === 'read' && !folder.isWhole
    rows.push({ ...row, state: stateOf(folder, isOpen), isPartial })
    if (!isOpen || folder.kind !== 'read') return
    folder.names.forEach((name, at) => {
      const [level, siblings] = [row.level + 1, folder.names.length]
      add({ path: filePathIn(row.path, name), name, level, place: at + 1, siblings })
    })
  }
}

function stateOf(folder: ReadFolder, isOpen: boolean): TreeRow['state'] {
  if (folder.kind === 'read' && folder.names.length === 0) return 'leaf'
  if (!isOpen) return 'closed'
  return folder.kind === 'reading' || folder.kind === 'failed' ? folder.kind : 'open'
}

/** What a key does in a tree. */
export type TreeMove =
  | { kind: 'focus'; path: FilePath }
  | { kind: 'expand' }
  | { kind: 'collapse' }
  | { kind: 'choose' }

/**
 * Returns what a key does on a folder; `undefined`: nothing. Source: WAI-ARIA Authoring Practices, tree view, for a tree
 * with one selection that does not follow the focus.
 */
export function moveInTree(
  rows: readonly TreeRow[],
  focused: TreeRow,
  key: string,
): TreeMove | undefined {
  const at = rows.indexOf(focused)
  const focus = (row: TreeRow | undefined): TreeMove | undefined =>
    row === undefined ? undefined : { kind: 'focus', path: row.path }
  const isExpanded = focused.state !== 'closed' && focused.state !== 'leaf'
  switch (key) {
    case 'ArrowDown':
      return focus(rows[at + 1])
    case 'ArrowUp':
      return focus(rows[at - 1])
    case 'Home':
      return focus(rows[0])
    case 'End':
      return focus(rows.at(-1))
    case 'ArrowRight':
      if (focused.state === 'closed') return { kind: 'expand' }
      return focused.state === 'open' ? focus(rows[at + 1]) : undefined
    case 'ArrowLeft':
      return isExpanded
        ? { kind: 'collapse' }
        : focus(rows.findLast((row, place) => place < at && row.level < focused.level))
    case 'Enter':
    case ' ':
      return { kind: 'choose' }
    default:
      return focus(nextNamed(rows, at, key))
  }
}

/** The next folder whose name begins with a character, from the focused one on and around. */
function nextNamed(rows: readonly TreeRow[], at: number, key: string): TreeRow | undefined {
  if ([...key].length !== 1) return undefined
  const around = [...rows.slice(at + 1), ...rows.slice(0, at)]
  return around.find(({ name }) => name.toLowerCase().startsWith(key.toLowerCase()))
}

/** The folders that lead to a path: those that are open while it is in sight. */
export function foldersAbove(path: FilePath): FilePath[] {
  const names = path === '/' ? [] : path.slice(1).split('/')
  return names.map((_, at) => names.slice(0, at).reduce(filePathIn, '/'))
}
