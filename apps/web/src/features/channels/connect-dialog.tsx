import type { Channel } from '@gridloom/contract/channels/connected-account'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Modal } from '../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import { fieldWords } from './channel-words.ts'
import styles from './channels.module.css'
import { useConnect } from './channels-api.ts'

interface ConnectDialogProps {
  channel: Channel
  close: () => void
}

/** Asks for what a channel needs to know, and leaves for it. The input is kept when the request fails. */
export function ConnectDialog({ channel, close }: ConnectDialogProps) {
  const connect = useConnect(channel.id)
  const [problem, setProblem] = useState<string>()
  const form = useForm({ initialValues: { input: '' } })
  const words =
    channel.asks === 'server' || channel.asks === 'handle' ? fieldWords[channel.asks] : undefined

  function submit({ input }: { input: string }): void {
    setProblem(undefined)
    connect.mutate(input.trim(), {
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Modal opened onClose={close} title={`Connect ${channel.name}`} size="sm">
      <Form onSubmit={form.onSubmit(submit)}>
        {words !== undefined && (
          <TextInput
            label={words.label}
            placeholder={words.hint}
            description={words.text}
            maxLength={200}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('input')}
          />
        )}
        <p className={styles.how}>
          {channel.name} opens, asks whether Gridloom may have access, and brings you back here
          within 10 minutes.
        </p>
        <FormProblem text={problem} />
        <FormButtons busy={connect.isPending || connect.isSuccess} cancel={close}>
          Continue to {channel.name}
        </FormButtons>
      </Form>
    </Modal>
  )
}
