import type { ChatId } from '@gridloom/contract/core/ids'
import { ActionIcon, Menu, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  IconDots,
  IconFileCode,
  IconMarkdown,
  IconPencil,
  IconReceipt,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { mutateThen } from '../../../api/mutate-then.ts'
import { useToasts } from '../../../api/runtime.tsx'
import { saveFile } from '../../../browser/save-file.ts'
import { useDownloadReceiptFile } from '../../../shared/receipts/download-receipt-file.ts'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useChangeChat } from '../api/change-chat.ts'
import { useExportChat } from '../api/export-chat.ts'
import { useRemoveChat } from '../api/remove-chat.ts'
import { ShareDialog } from '../share/share-dialog.tsx'
import styles from './history.module.css'

interface ChatMenuProps {
  id: ChatId
  title: string
  /** Called after the chat was deleted. */
  onRemoved: (id: ChatId) => void
}

type Dialog = 'rename' | 'share' | 'delete'

/** The menu of a chat: rename, share, export, delete. */
export function ChatMenu(props: ChatMenuProps) {
  const { id, title } = props
  const [dialog, setDialog] = useState<Dialog>()
  const save = useExportChat(saveFile)
  const receipt = useDownloadReceiptFile({ kind: 'chat', id })
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu
        position="bottom-end"
        width={200}
        withinPortal={false}
        floatingStrategy="fixed"
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <ActionIcon size={28} aria-label={`Actions for ${title}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => setDialog('rename')}>
            Rename
          </Menu.Item>
          <Menu.Item leftSection={<IconShare size={15} />} onClick={() => setDialog('share')}>
            Share
          </Menu.Item>
          <Menu.Item
            leftSection={<IconMarkdown size={15} />}
            onClick={() => save.mutate({ id, title, format: 'markdown' })}
          >
            Export as Markdown
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileCode size={15} />}
            onClick={() => save.mutate({ id, title, format: 'json' })}
          >
            Export as JSON
          </Menu.Item>
          <Menu.Item leftSection={<IconReceipt size={15} />} onClick={() => receipt.mutate('pdf')}>
            Receipt as PDF
          </Menu.Item>
          <Menu.Item leftSection={<IconReceipt size={15} />} onClick={() => receipt.mutate('csv')}>
            Receipt as CSV
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            className={styles.grave ?? ''}
            leftSection={<IconTrash size={15} />}
            onClick={() => setDialog('delete')}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && <RenameDialog id={id} title={title} onClose={close} />}
      {dialog === 'share' && <ShareDialog id={id} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog {...props} onClose={close} />}
    </>
  )
}

interface RenameDialogProps {
  id: ChatId
  title: string
  onClose: () => void
}

function RenameDialog({ id, title, onClose }: RenameDialogProps) {
  const change = useChangeChat()
  const form = useForm({ initialValues: { title } })
  function save(values: { title: string }): void {
    change.mutate(
      { id, ...values },
      { onSuccess: onClose, onError: (error) => placeFieldErrors(form, error) },
    )
  }
  return (
    <Modal opened onClose={onClose} title="Rename this chat" size="sm">
      <Form onSubmit={form.onSubmit(save)}>
        <TextInput label="Title" maxLength={200} data-autofocus {...form.getInputProps('title')} />
        <FormProblem
          text={change.error && !form.errors.title ? describeError(change.error).text : undefined}
        />
        <FormButtons busy={change.isPending} cancel={onClose}>
          Rename chat
        </FormButtons>
      </Form>
    </Modal>
  )
}

function DeleteDialog({ id, title, onRemoved, onClose }: ChatMenuProps & { onClose: () => void }) {
  const remove = useRemoveChat()
  const toasts = useToasts()
  function confirm(): void {
    mutateThen(remove, id, () => {
      onClose()
      toasts.show({ type: 'success', message: 'The chat was deleted.' })
      onRemoved(id)
    })
  }
  return (
    <ConfirmDialog
      opened
      title={`Delete ${title}?`}
      confirmWord="Delete chat"
      busy={remove.isPending}
      problem={remove.error ? describeError(remove.error).text : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      All messages, branches and the shared link are deleted permanently. An answer in progress is
      stopped. Charges remain in Billing.
    </ConfirmDialog>
  )
}
