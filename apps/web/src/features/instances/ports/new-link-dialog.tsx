import type { CreatedPortLink } from '@gridloom/contract/ports/port-address'
import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyLine } from '../../../ui/components/copy.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { type OnePort, useCreatePortLink } from '../api/ports.ts'
import styles from './ports-tab.module.css'

const hourS = 3_600
const dayS = 24 * hourS
const lives = [
  { value: String(hourS), label: '1 hour' },
  { value: String(dayS), label: '1 day' },
  { value: String(7 * dayS), label: '7 days' },
  { value: String(30 * dayS), label: '30 days' },
  { value: String(90 * dayS), label: '90 days' },
] as const

interface NewLinkDialogProps {
  one: OnePort
  opened: boolean
  close: () => void
}

/** Creates a link, then shows it once: while it is shown, a click outside does not close the dialog. */
export function NewLinkDialog({ one, opened, close }: NewLinkDialogProps) {
  const create = useCreatePortLink(one)
  const created = create.data
  function leave(): void {
    close()
    create.reset()
  }
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={created ? 'Your new link' : `New link to port ${one.port}`}
      closeOnClickOutside={created === undefined}
    >
      {created ? (
        <Created created={created} done={leave} />
      ) : (
        <NewLinkForm create={create} cancel={leave} />
      )}
    </Modal>
  )
}

interface NewLinkFormProps {
  create: ReturnType<typeof useCreatePortLink>
  cancel: () => void
}

function NewLinkForm({ create, cancel }: NewLinkFormProps) {
  const [note, setNote] = useState('')
  const [lifeS, setLifeS] = useState<string>(lives[1].value)
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ note, expires_in_s: Number(lifeS) })
      }}
    >
      <Select
        label="Expires in"
        data={[...lives]}
        value={lifeS}
        allowDeselect={false}
        onChange={(value) => value !== null && setLifeS(value)}
      />
      <TextInput
        label="Note"
        description="Optional; shown only to you and your company"
        placeholder="Design review"
        maxLength={80}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <FormProblem text={create.error ? describeError(create.error).text : undefined} />
      <FormButtons busy={create.isPending} cancel={cancel}>
        Create link
      </FormButtons>
    </Form>
  )
}

function Created({ created, done }: { created: CreatedPortLink; done: () => void }) {
  return (
    <div className={styles.stack}>
      <p className={styles.muted}>
        Copy the link now, it won’t be shown again. Anyone who has it can open the port until it
        expires or you revoke it.
      </p>
      <CopyLine text={created.url} label="Link" />
      <DialogButtons>
        <Button variant="filled" onClick={done}>
          Done
        </Button>
      </DialogButtons>
    </div>
  )
}
