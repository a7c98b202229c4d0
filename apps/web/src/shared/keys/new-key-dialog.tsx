import { Modal } from '../../ui/components/dialog.tsx'
import { CreatedKey } from './made-key.tsx'
import type { MakeKey } from './make-key.ts'
import { NewKeyForm } from './new-key-form.tsx'

interface NewKeyDialogProps {
  opened: boolean
  make: MakeKey
  close: () => void
}

/** Creates a key, then shows it once: while it is shown, a click outside does not close the dialog. */
export function NewKeyDialog({ opened, make, close }: NewKeyDialogProps) {
  const made = make.data
  function leave(): void {
    close()
    make.reset()
  }
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={made ? 'Your new API key' : 'New API key'}
      size="lg"
      closeOnClickOutside={made === undefined}
    >
      {made ? <CreatedKey made={made} done={leave} /> : <NewKeyForm make={make} cancel={leave} />}
    </Modal>
  )
}
