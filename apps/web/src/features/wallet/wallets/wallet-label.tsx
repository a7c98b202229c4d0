import type { LinkedWallet } from '@gridloom/contract/auth/wallet'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Modal } from '../../../ui/components/dialog.tsx'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { useRenameWallet } from '../api/wallet-mutations.ts'
import styles from '../wallet.module.css'

/** Changes the label of a linked wallet, in a dialog. */
export function WalletLabelButton({ wallet }: { wallet: LinkedWallet }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button onClick={open} aria-label={`Rename ${wallet.label}`}>
        Rename
      </Button>
      {opened && <LabelDialog wallet={wallet} close={close} />}
    </>
  )
}

function LabelDialog({ wallet, close }: { wallet: LinkedWallet; close: () => void }) {
  const rename = useRenameWallet()
  const form = useForm({
    initialValues: { label: wallet.label },
    validate: { label: (label) => (label.trim() ? null : 'Label is required') },
  })
  return (
    <Modal opened onClose={close} title="Rename wallet" size="sm">
      <form
        noValidate
        className={styles.stack}
        onSubmit={form.onSubmit(({ label }) =>
          rename.mutate(
            { id: wallet.id, label: label.trim() },
            { onSuccess: close, onError: (error) => placeFieldErrors(form, error) },
          ),
        )}
      >
        <TextInput label="Label" maxLength={60} data-autofocus {...form.getInputProps('label')} />
        <DialogButtons>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="filled" loading={rename.isPending}>
            Save
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
