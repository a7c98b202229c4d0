import type { Channel, ChannelProof } from '@gridloom/contract/channels/connected-account'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { CopyLine } from '../../ui/components/copy.tsx'
import { Modal } from '../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { addressWords } from './channel-words.ts'
import styles from './channels.module.css'
import { useBeginProof, useCheckProof } from './channels-api.ts'

interface ProofDialogProps {
  channel: Channel
  close: () => void
}

/** Proves that a page is the user's: first its address, then where the code goes. */
export function ProofDialog({ channel, close }: ProofDialogProps) {
  const [proof, setProof] = useState<ChannelProof>()
  return (
    <Modal opened onClose={close} title={`Connect ${channel.name}`} size="md">
      {proof === undefined ? (
        <AddressForm channel={channel} onProof={setProof} close={close} />
      ) : (
        <CodeForm channel={channel} proof={proof} close={close} />
      )}
    </Modal>
  )
}

function AddressForm(props: ProofDialogProps & { onProof: (proof: ChannelProof) => void }) {
  const { channel, onProof, close } = props
  const begin = useBeginProof(channel.id)
  const words = addressWords(channel.id)
  const [problem, setProblem] = useState<string>()
  const form = useForm({ initialValues: { url: '' } })

  function submit({ url }: { url: string }): void {
    setProblem(undefined)
    begin.mutate(url.trim(), {
      onSuccess: onProof,
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      <TextInput
        label="Address"
        placeholder={words.hint}
        description={words.text}
        type="url"
        maxLength={500}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('url')}
      />
      <FormProblem text={problem} />
      <FormButtons busy={begin.isPending} cancel={close}>
        Get code
      </FormButtons>
    </Form>
  )
}

function CodeForm({ channel, proof, close }: ProofDialogProps & { proof: ChannelProof }) {
  const check = useCheckProof(channel.id)
  const problem = check.error === null ? undefined : describeError(check.error).text

  function submit(event: React.FormEvent): void {
    event.preventDefault()
    check.mutate(proof.url, { onSuccess: close })
  }

  return (
    <Form onSubmit={submit}>
      {channel.id === 'telegram' ? <TelegramPlace proof={proof} /> : <PagePlaces proof={proof} />}
      <FormProblem text={problem} />
      <FormButtons busy={check.isPending} cancel={close}>
        {channel.id === 'telegram' ? 'Check channel' : 'Check page'}
      </FormButtons>
    </Form>
  )
}

function TelegramPlace({ proof }: { proof: ChannelProof }) {
  return (
    <>
      <p className={styles.how}>
        Add the code to the description of <bdi>{proof.url}</bdi>, and leave it there: it is looked
        at again each week.
      </p>
      <CopyLine label="Code" text={proof.code} />
    </>
  )
}

/** The places of a page or feed, of which one is enough. */
function PagePlaces({ proof }: { proof: ChannelProof }) {
  return (
    <>
      <p className={styles.how}>
        Put one of these in place at <bdi>{proof.url}</bdi>, and leave it there: it is looked at
        again each week.
      </p>
      <CopyLine
        label="Head of the page"
        text={`<meta name="gridloom-verify" content="${proof.code}">`}
      />
      <CopyLine label="Link on the page" text={`<a rel="me" href="${proof.me_url}">Gridloom</a>`} />
      <CopyLine label="Code for a profile or a feed’s description" text={proof.code} />
      <p className={styles.how}>
        A file at <bdi>{proof.file_url}</bdi> with the code as a line proves the whole site.
      </p>
    </>
  )
}
