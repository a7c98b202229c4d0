import type { Client } from '@gridloom/client/calls'
import type { TemplateId } from '@gridloom/contract/core/ids'
import type { Template } from '@gridloom/contract/templates/template'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** A change of templates, after which they are fetched again. The caller shows its problem. */
export function useTemplateChange<Input, Output>(
  call: (client: Client, input: Input) => Promise<Output>,
) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    meta: { problem: 'shown-in-place' },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.templates }),
  })
}

/** A question about templates that changes none. The caller shows its problem. */
export function useTemplateQuestion<Input, Output>(
  call: (client: Client, input: Input) => Promise<Output>,
) {
  const client = useClient()
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    meta: { problem: 'shown-in-place' },
  })
}

/** Stores a template that a change returned, so that its page shows it at once. */
export function useKeepTemplate(): (template: Template) => void {
  const queryClient = useQueryClient()
  return (template) => queryClient.setQueryData(keys.template(template.id), template)
}

export function useDeleteTemplate(id: TemplateId) {
  return useTemplateChange((client, _: undefined) => client.templates.remove({ params: { id } }))
}

/** Makes a template the one that orders begin with; `null`: the first predefined one. */
export function useChangeDefault() {
  return useTemplateChange((client, id: TemplateId | null) =>
    client.templates.changeDefault({ body: { id } }),
  )
}

/** A template that the caller sees: by its id, or by the code that somebody shared. */
export type CopySource = { id: TemplateId } | { template_code: string }

export function useCopyTemplate() {
  return useTemplateChange((client, body: CopySource) => client.templates.copy({ body }))
}

export function useRenewCode(id: TemplateId) {
  return useTemplateChange((client, _: undefined) => client.templates.renewCode({ params: { id } }))
}

export function useRestoreVersion(id: TemplateId) {
  return useTemplateChange((client, version: string) =>
    client.templates.restore({ params: { id, version } }),
  )
}
