import type { Template } from '@gridloom/contract/templates/template'
import { mutateThen } from '../../../api/mutate-then.ts'
import { useToasts } from '../../../api/runtime.tsx'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useDeleteTemplate } from '../api/template-changes.ts'

interface DeleteDialogProps {
  template: Template
  close: () => void
  onDeleted: (() => void) | undefined
}

/** Deletes a template after a confirmation. */
export function DeleteDialog({ template, close, onDeleted }: DeleteDialogProps) {
  const { id, template_name: name } = template
  const remove = useDeleteTemplate(id)
  const toasts = useToasts()
  return (
    <ConfirmDialog
      opened
      title={`Delete ${name}?`}
      confirmWord="Delete template"
      busy={remove.isPending}
      problem={remove.error ? describeError(remove.error).text : undefined}
      onConfirm={() =>
        mutateThen(remove, undefined, () => {
          toasts.show({ type: 'success', message: `Deleted ${name}` })
          close()
          onDeleted?.()
        })
      }
      onClose={close}
    >
      All versions of the template are deleted, and its code and links no longer open it. This can’t
      be undone. Instances that run it keep running.
    </ConfirmDialog>
  )
}
