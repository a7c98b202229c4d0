import type { Machine } from '@gridloom/contract/machines/machine'
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form } from '../../../ui/form/form.tsx'
import { useChangeMachine } from '../api/change-machine.ts'

/** A pencil button next to the name, which opens a small form. */
export function Rename({ machine }: { machine: Machine }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Tooltip label="Rename">
        <ActionIcon size={26} onClick={open} aria-label="Rename the machine">
          <IconPencil size={15} />
        </ActionIcon>
      </Tooltip>
      <Modal opened={opened} onClose={close} title="Rename the machine" size="sm">
        <RenameForm machine={machine} close={close} />
      </Modal>
    </>
  )
}

function RenameForm({ machine, close }: { machine: Machine; close: () => void }) {
  const change = useChangeMachine(machine.id, 'shown-in-place')
  const form = useForm({
    initialValues: { name: machine.name },
    validate: { name: (name) => (name.trim() ? null : 'Name is required') },
  })
  return (
    <Form
      onSubmit={form.onSubmit(({ name }) =>
        change.mutate(
          { name: name.trim() },
          {
            onSuccess: close,
            onError: (error) => {
              const problem = placeFieldErrors(form, error)
              if (problem !== undefined) form.setErrors({ name: problem })
            },
          },
        ),
      )}
    >
      <TextInput label="Name" maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <DialogButtons>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="filled" loading={change.isPending}>
          Rename
        </Button>
      </DialogButtons>
    </Form>
  )
}
