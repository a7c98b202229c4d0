import type { Template } from '@gridloom/contract/templates/template'
import { useToasts } from '../../../api/runtime.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useChangeDefault } from '../api/template-changes.ts'

/** Makes a template the one that orders begin with. */
export function useSetDefault(): (template: Pick<Template, 'id' | 'template_name'>) => void {
  const change = useChangeDefault()
  const toasts = useToasts()
  return ({ id, template_name: name }) =>
    change.mutate(id, {
      onSuccess: () =>
        toasts.show({ type: 'success', message: `New instances start with ${name} by default` }),
      onError: (error) => toasts.show({ type: 'error', message: describeError(error).text }),
    })
}
