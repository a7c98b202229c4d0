import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useChangeBudget } from '../budget-queries.ts'

interface RemoveBudgetProps {
  opened: boolean
  /** Undefined: it is of the whole account. */
  project?: string
  close: () => void
}

/** Asks before the budget is removed: nothing else limits it then. */
export function RemoveBudget({ opened, project, close }: RemoveBudgetProps) {
  const change = useChangeBudget(close, project)
  return (
    <ConfirmDialog
      opened={opened}
      title="Remove budget"
      confirmWord="Remove budget"
      busy={change.isPending}
      problem={change.error ? describeError(change.error).text : undefined}
      onConfirm={() => change.mutate(null)}
      onClose={close}
    >
      {project === undefined
        ? 'No alerts are sent any more, and spending ends only with the balance.'
        : `No alerts are sent any more, and nothing but the account limits what is spent on ${project}.`}
    </ConfirmDialog>
  )
}
