import type { ChatId } from '@gridloom/contract/core/ids'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'

export interface ExportInput {
  id: ChatId
  title: string
  format: 'json' | 'markdown'
}

/** Downloads a chat as a file and passes it to `save` with a name made from its title. */
export function useExportChat(save: (file: Blob, name: string) => void) {
  const client = useClient()
  return useMutation({
    mutationFn: async ({ id, format }: ExportInput) => {
      const response = await client.chat.export({ params: { id }, query: { format } })
      return response.blob()
    },
    onSuccess: (file, input) => save(file, exportFileName(input)),
  })
}

/** Returns a file name that every file system accepts: the letters and digits of the title. */
export function exportFileName({ title, format }: Pick<ExportInput, 'title' | 'format'>): string {
  const words = title
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return `${words.slice(0, 60) || 'chat'}.${format === 'json' ? 'json' : 'md'}`
}
