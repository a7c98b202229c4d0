import type { AutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useChangeAutoOrder, useDeleteAutoOrder } from '../../shared/auto-orders/auto-orders-api.ts'
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { isOpen } from './auto-order-words.ts'
import { EditAutoOrder } from './edit-auto-order.tsx'

interface AutoOrderMenuProps {
  order: AutoOrder
  onOpen: () => void
}

/** What can be done with one automatic order: its matches, limits, pause and end. */
export function AutoOrderMenu({ order, onOpen }: AutoOrderMenuProps) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'pause' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={30} aria-label={`Actions of ${order.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onOpen}>Details</Menu.Item>
          <Menu.Item
            renderRoot={(props) => <Link {...props} to="/instance" search={{ q: order.query }} />}
          >
            Show matches
          </Menu.Item>
          <Menu.Item onClick={() => setDialog('edit')}>Edit limits</Menu.Item>
          {isOpen(order) && (
            <Menu.Item onClick={() => setDialog('pause')}>
              {order.state === 'paused' ? 'Resume' : 'Pause'}
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setDialog('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'edit' && <EditAutoOrder order={order} onClose={close} />}
      {dialog === 'pause' && <PauseDialog order={order} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog order={order} onClose={close} />}
    </>
  )
}

interface DialogProps {
  order: AutoOrder
  onClose: () => void
}

/** A resumed order may rent at once, so both directions are confirmed. */
function PauseDialog({ order, onClose }: DialogProps) {
  const change = useChangeAutoOrder(order.id)
  const isPaused = order.state === 'paused'
  return (
    <ConfirmDialog
      opened
      title={`${isPaused ? 'Resume' : 'Pause'} ${order.name}?`}
      confirmWord={isPaused ? 'Resume' : 'Pause'}
      busy={change.isPending}
      problem={change.error ? describeError(change.error).text : undefined}
      onConfirm={() => change.mutate({ paused: !isPaused }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isPaused
        ? 'An offer that matches is then rented at once.'
        : 'Nothing is rented until you resume it. Its instances continue.'}
    </ConfirmDialog>
  )
}

function DeleteDialog({ order, onClose }: DialogProps) {
  const remove = useDeleteAutoOrder(order.id)
  return (
    <ConfirmDialog
      opened
      title={`Delete ${order.name}?`}
      confirmWord="Delete automatic order"
      busy={remove.isPending}
      problem={remove.error ? describeError(remove.error).text : undefined}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      Nothing more is rented by it. The instances that it rented continue.
    </ConfirmDialog>
  )
}
