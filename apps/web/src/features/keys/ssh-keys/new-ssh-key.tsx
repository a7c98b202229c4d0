import { Button, FileButton, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type DragEvent, useState } from 'react'
import { CopyLine } from '../../../ui/components/copy.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { useAddSshKey } from '../api/add-ssh-key.ts'
import { commentOf, readSshKey, type SshKeyValues, validateSshKey } from './ssh-key-values.ts'
import styles from './ssh-keys.module.css'

/** Adds a public key that is pasted, dropped or chosen as a file. */
export function NewSshKey({ close }: { close: () => void }) {
  const add = useAddSshKey()
  const [problem, setProblem] = useState<string>()
  const form = useForm<SshKeyValues>({
    initialValues: { ssh_key: '', name: '' },
    validate: validateSshKey,
  })

  async function take(file: File | null | undefined): Promise<void> {
    if (!file) return
    form.setFieldValue('ssh_key', (await file.slice(0, 16_384).text()).trim())
    form.clearFieldError('ssh_key')
  }

  function submit(values: SshKeyValues): void {
    setProblem(undefined)
    add.mutate(readSshKey(values), {
      onSuccess: close,
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Modal opened onClose={close} title="Add an SSH key" size="lg">
      <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
        <Textarea
          label="Public key"
          description="Paste the line of a .pub file, or drop the file here"
          placeholder="ssh-ed25519 AAAA… you@laptop"
          autosize
          minRows={3}
          maxRows={8}
          data-autofocus
          spellCheck={false}
          classNames={{ input: 'gl-mono' }}
          onDragOver={(event: DragEvent) => event.preventDefault()}
          onDrop={(event: DragEvent) => {
            if (event.dataTransfer.files.length === 0) return
            event.preventDefault()
            void take(event.dataTransfer.files[0])
          }}
          {...form.getInputProps('ssh_key')}
        />
        <FileButton accept=".pub,text/plain" onChange={(file) => void take(file)}>
          {(props) => (
            <Button size="xs" className={styles.file ?? ''} {...props}>
              Choose a file
            </Button>
          )}
        </FileButton>
        <TextInput
          label="Name"
          description="Optional. Defaults to the key’s comment."
          placeholder={commentOf(form.values.ssh_key)}
          maxLength={80}
          {...form.getInputProps('name')}
        />
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <details className={styles.help}>
          <summary>No key yet?</summary>
          <p>Create one on your computer, then add the file ending in .pub:</p>
          <CopyLine text="ssh-keygen -t ed25519" label="Command" />
        </details>
        <DialogButtons>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="filled" loading={add.isPending}>
            Add SSH key
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
