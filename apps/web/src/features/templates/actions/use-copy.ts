import { useNavigate } from '@tanstack/react-router'
import { mutateThen } from '../../../api/mutate-then.ts'
import { useToasts } from '../../../api/runtime.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { type CopySource, useCopyTemplate } from '../api/template-changes.ts'

/** Copies a template to the account, and opens the copy in the editor. */
export function useCopy() {
  const copy = useCopyTemplate()
  const toasts = useToasts()
  const navigate = useNavigate()
  return {
    isPending: copy.isPending,
    copy(source: CopySource) {
      mutateThen(
        copy,
        source,
        ({ id, template_name: name }) => {
          toasts.show({ type: 'success', message: `Copied as ${name}` })
          void navigate({ to: '/template/$id', params: { id } })
        },
        (error) => toasts.show({ type: 'error', message: describeError(error).text }),
      )
    },
  }
}
