import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FilePath } from '@gridloom/contract/files/file-path'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { subfoldersQuery } from '../api/files.ts'
import { foldersAbove, type ReadFolder, type TreeRow, treeRows } from './tree-rows.ts'

/** Which folders of a tree are expanded. */
export interface ExpandedFolders {
  expanded: ReadonlySet<FilePath>
  set(path: FilePath, state: 'expanded' | 'collapsed'): void
  /** Expands the folders that lead to a path. */
  reveal(path: FilePath): void
}

/** Keeps which folders are expanded, from the root on. */
export function useExpandedFolders(): ExpandedFolders {
  const [expanded, setExpanded] = useState<ReadonlySet<FilePath>>(new Set(['/']))
  return {
    expanded,
    set: (path, state) =>
      setExpanded((before) => {
        const after = new Set(before)
        if (state === 'expanded') after.add(path)
        else after.delete(path)
        return after
      }),
    reveal: (path) => setExpanded((before) => new Set([...before, ...foldersAbove(path)])),
  }
}

/** Reads each expanded folder, once it is; returns the visible ones, and a function that reads one again. */
export function useTreeRows(
  id: InstanceId,
  expanded: ReadonlySet<FilePath>,
): { rows: TreeRow[]; readAgain: (path: FilePath) => void } {
  const client = useClient()
  const queryClient = useQueryClient()
  const paths = [...expanded]
  const queries = useQueries({ queries: paths.map((path) => subfoldersQuery(client, id, path)) })
  const known = new Map(paths.map((path, at) => [path, queries[at]]))

  function read(path: FilePath): ReadFolder {
    const query = known.get(path)
    // A folder that was collapsed is known to have none.
    const data = query?.data ?? queryClient.getQueryData(subfoldersQuery(client, id, path).queryKey)
    if (data !== undefined) return { kind: 'read', ...data }
    if (query === undefined) return { kind: 'unread' }
    return { kind: query.isError ? 'failed' : 'reading' }
  }

  return {
    rows: treeRows(expanded, read),
    readAgain: (path) => void known.get(path)?.refetch(),
  }
}
