import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import {
  type ArchiveFormat,
  type FileSort,
  type FileVersion,
  fileListMax,
} from '@gridloom/contract/files/file-entry'
import type { FilePath } from '@gridloom/contract/files/file-path'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** A folder of an instance, in an order. */
export interface ShownFolder {
  path: FilePath
  sort: FileSort
  order: 'asc' | 'desc'
}

/** Fetches a folder page by page. */
export function folderQuery(client: Client, id: InstanceId, folder: ShownFolder) {
  return infiniteQueryOptions({
    queryKey: keys.folder(id, folder),
    queryFn: ({ signal, pageParam: after }) => {
      const query = { ...folder, ...(after === undefined ? {} : { after }) }
      return client.files.list({ params: { id }, query, signal })
    },
    // Named cast: the first page is after nothing.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // Programs change files without a word: what is opened is read again.
    staleTime: 0,
    // A failure is an answer: most are about the path.
    retry: false,
  })
}

/** Fetches the folders in a folder, by name; those beyond the first thousand are in the list alone. */
export function subfoldersQuery(client: Client, id: InstanceId, path: FilePath) {
  return queryOptions({
    queryKey: keys.folder(id, { path, kinds: 'folders' }),
    queryFn: async ({ signal }) => {
      const query = { path, kinds: 'folders', limit: fileListMax } as const
      const { entries, next } = await client.files.list({ params: { id }, query, signal })
      return { names: entries.map(({ name }) => name), isWhole: next === null }
    },
    staleTime: 10_000,
    retry: false,
  })
}

/** One change of files; the folders of the instance are read again after it. */
function useFileChange<Variables, Result>(
  id: InstanceId,
  change: (client: Client, variables: Variables) => Promise<Result>,
) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (variables: Variables) => change(client, variables),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.files(id) }),
  })
}

export function useCreateFolder(id: InstanceId) {
  return useFileChange(id, (client, path: FilePath) =>
    client.files.createFolder({ params: { id }, body: { path } }),
  )
}

export function useRenameFile(id: InstanceId) {
  return useFileChange(id, (client, body: { path: FilePath; to: FilePath }) =>
    client.files.rename({ params: { id }, body }),
  )
}

export function useRemoveFile(id: InstanceId) {
  return useFileChange(id, (client, path: FilePath) =>
    client.files.remove({ params: { id }, query: { path } }),
  )
}

export function useChangeMode(id: InstanceId) {
  return useFileChange(id, (client, body: { path: FilePath; mode: number }) =>
    client.files.change({ params: { id }, body }),
  )
}

/** What an editor saves. */
export interface SavedText {
  path: FilePath
  text: string
  expected: FileVersion | null
}

export function useSaveText(id: InstanceId) {
  return useFileChange(id, (client, body: SavedText) =>
    client.files.write({ params: { id }, body }),
  )
}

/** Creates a link to a download, and passes its address on. */
export function useDownloadFile(id: InstanceId, follow: (address: string) => void) {
  const client = useClient()
  return useMutation({
    mutationFn: (body: { path: FilePath; format: ArchiveFormat | null }) =>
      client.files.createDownload({ params: { id }, body }),
    onSuccess: ({ url }) => follow(url),
  })
}
