import type { Machine } from '@gridloom/contract/machines/machine'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { mutateThen } from '../../../api/mutate-then.ts'
import { useToasts } from '../../../api/runtime.tsx'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { plural } from '../../../ui/format/numbers.ts'
import { useRemoveMachine } from '../api/remove-machine.ts'
import styles from './machine-view.module.css'

/** Removes the machine permanently; not possible while anything on it is rented. */
export function RemoveMachine({ machine }: { machine: Machine }) {
  const [opened, { open, close }] = useDisclosure(false)
  const remove = useRemoveMachine(machine.id)
  const router = useRouter()
  const toasts = useToasts()

  function confirm() {
    mutateThen(remove, undefined, () => {
      toasts.show({ type: 'success', message: `${machine.name} was removed` })
      return router.navigate({ to: '/machines' })
    })
  }

  return (
    <>
      <p className={styles.text}>
        {machine.slots_rented > 0
          ? `${plural(machine.slots_rented, 'slot')} rented. Unlist the machine and wait until its instances end, then remove it.`
          : 'Revokes its key and takes it off the market. You keep its earnings.'}
      </p>
      <Button color="red" onClick={open} disabled={machine.slots_rented > 0}>
        Remove machine…
      </Button>
      <ConfirmDialog
        opened={opened}
        title={`Remove ${machine.name}?`}
        confirmWord="Remove machine"
        busy={remove.isPending}
        problem={remove.error ? describeError(remove.error).text : undefined}
        onConfirm={confirm}
        onClose={close}
      >
        This can’t be undone. Its key is revoked and its agent can’t connect again. Its{' '}
        <strong>prices</strong>, <strong>measurements</strong> and <strong>uptime history</strong>{' '}
        are deleted. To host it again, add it as a new machine. You keep its earnings.
      </ConfirmDialog>
    </>
  )
}
