import { type WebhookEventKind, webhookEvents } from '@gridloom/contract/webhooks/events'
import { Button, Checkbox, Input, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId, useState } from 'react'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import styles from '../webhooks.module.css'
import { eventGroupsOf, type WebhookLook } from './event-groups.ts'

export interface WebhookDraft {
  name: string
  url: string
  events: WebhookEventKind[]
}

interface WebhookFormProps {
  of: WebhookLook
  initial: WebhookDraft
  saveWord: string
  busy: boolean
  /** Saves the draft; `failed` shows an error. */
  save: (draft: WebhookDraft, failed: (error: unknown) => void) => void
  cancel: () => void
}

const urlWords = {
  webhook: {
    description: 'A public address of yours that receives POST requests',
    placeholder: 'https://example.com/hooks/gridloom',
  },
  postback: {
    description:
      'A public address that receives POST requests, with macros such as {click_id}, {sub_id} or {commission_micro_usd} after the ?',
    placeholder: 'https://tracker.example/postback?cid={click_id}&event={event}',
  },
} as const satisfies Record<WebhookLook, object>

/** Address, name and events of a webhook. The input is kept when the request fails. */
export function WebhookForm({ of, initial, saveWord, busy, save, cancel }: WebhookFormProps) {
  const [problem, setProblem] = useState<string>()
  const form = useForm<WebhookDraft>({
    initialValues: initial,
    validate: {
      url: (url) => (/^https?:\/\/./i.test(url.trim()) ? null : 'Enter an http or https address'),
      events: (events) => (events.length > 0 ? null : 'Choose at least one event'),
    },
  })

  function submit({ name, url, events }: WebhookDraft): void {
    setProblem(undefined)
    save({ name: name.trim(), url: url.trim(), events }, (error) =>
      setProblem(placeFieldErrors(form, error)),
    )
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
      <TextInput
        label="URL"
        {...urlWords[of]}
        type="url"
        maxLength={2_000}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Name"
        description="Optional"
        placeholder="Production"
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <EventChecklist
        of={of}
        value={form.values.events}
        error={form.errors.events}
        onChange={(events) => form.setFieldValue('events', events)}
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <DialogButtons>
        <Button onClick={cancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={busy}>
          {saveWord}
        </Button>
      </DialogButtons>
    </form>
  )
}

interface EventChecklistProps {
  of: WebhookLook
  value: readonly WebhookEventKind[]
  error: React.ReactNode
  onChange: (kinds: WebhookEventKind[]) => void
}

function EventChecklist({ of, value, error, onChange }: EventChecklistProps) {
  const errorId = useId()
  return (
    <fieldset className={styles.fieldset} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>Events</legend>
      {eventGroupsOf(of).map(({ title, kinds }) => (
        <div key={title} className={styles.group}>
          <div className={styles.sub}>{title}</div>
          <div className={styles.kinds}>
            {kinds.map((kind) => (
              <Checkbox
                key={kind}
                size="xs"
                label={<code>{kind}</code>}
                description={webhookEvents[kind].text}
                checked={value.includes(kind)}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked
                      ? [...value, kind]
                      : value.filter((one) => one !== kind),
                  )
                }
              />
            ))}
          </div>
        </div>
      ))}
      {error && (
        <Input.Error id={errorId} role="alert">
          {error}
        </Input.Error>
      )}
    </fieldset>
  )
}
