import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { browserWords } from '../../../ui/format/browser-words.ts'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useAddPasskey } from '../api/add-passkey.ts'
import { passkeyProblem } from '../api/make-passkey.ts'
import styles from './sign-in-methods.module.css'

/** Asks for a passkey's name, then has the browser create it. */
export function NewPasskey({ close }: { close: () => void }) {
  const add = useAddPasskey()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: { name: browserWords(navigator.userAgent) },
    validate: { name: (name) => (name.trim() ? null : 'Name is required') },
  })

  function fail(error: Error): void {
    const placed = placeFieldErrors(form, error)
    setProblem(wordsFor(error) ?? placed)
  }

  function submit({ name }: { name: string }): void {
    setProblem(undefined)
    add.mutate(name.trim(), { onSuccess: close, onError: fail })
  }

  return (
    <Modal opened onClose={close} title="Add a passkey" size="sm">
      <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
        <TextInput
          label="Name"
          description="Helps you recognise it later"
          maxLength={80}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <p className={styles.text}>
          Your browser will ask for your fingerprint, face, PIN or security key.
        </p>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <DialogButtons>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="filled" loading={add.isPending}>
            Continue
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}

/** Describes a failure in the browser; `undefined` for a server error, whose own text is shown. */
function wordsFor(error: Error): string | undefined {
  switch (passkeyProblem(error)) {
    case 'closed':
      return 'No passkey was created. Try again.'
    case 'there-already':
      return 'This device already has a passkey for this account.'
    case 'other':
      return error.name === 'ApiError' ? undefined : describeError(error).text
  }
}
