import type { Client } from '@gridloom/client/calls'
import type { Projects } from '@gridloom/contract/budgets/project'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'

/** Creates a project, changes its description, or restores it. */
export function useSaveProject(onSuccess: () => void) {
  return useProjectChange(
    ({ budgets }, body: { name: string; description: string }) => budgets.saveProject({ body }),
    { message: 'Project saved', onSuccess },
  )
}

/** Archives a project. */
export function useArchiveProject(onSuccess: () => void) {
  return useProjectChange(
    ({ budgets }, project: string) => budgets.archiveProject({ params: { project } }),
    { message: 'Project archived', onSuccess },
  )
}

function useProjectChange<Input>(
  call: (client: Client, input: Input) => Promise<Projects>,
  { message, onSuccess }: { message: string; onSuccess: () => void },
) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    meta: { problem: 'shown-in-place' },
    onSuccess: (found) => {
      queryClient.setQueryData(keys.projects, found)
      toasts.show({ type: 'success', message })
      onSuccess()
    },
  })
}
