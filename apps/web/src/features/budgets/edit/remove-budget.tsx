import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useChangeBudget } from '../budget-queries.ts'

interface RemoveBudgetProps {
  opened: boolean
  close: () => void
}

/** Asks before the budget is removed: nothing limits the account then but its balance. */
export function RemoveBudget({ opened, close }: RemoveBudgetProps) {
  const change = useChangeBudget(close)
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
      No alerts are sent any more, and spending ends only with the balance.
    </ConfirmDialog>
  )
}
