import type { Media } from '@gridloom/contract/media/media'
import type { Calendar, CalendarAccount, Post } from '@gridloom/contract/posts/post'
import { lacksDisclosure, withDisclosure } from '@gridloom/domain/posts/disclosure'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Modal } from '../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import styles from './calendar.module.css'
import { timeZoneText } from './calendar-time.ts'
import { ComposeTarget } from './compose-target.tsx'
import { MediaField } from './media-field.tsx'
import { type Draft, draftOf } from './post-draft.ts'
import { useSavePost } from './posts-api.ts'

interface ComposeProps {
  calendar: Calendar
  /** The post to edit; undefined: a new one. */
  post?: Post | undefined
  /** A medium of the library that a new post begins with. */
  medium?: Media | undefined
  /** The time of a new post. */
  at: Date
  close: () => void
}

/** Writes a post for several accounts, with the length that each channel counts. */
export function ComposeDialog({ calendar, post, medium, at, close }: ComposeProps) {
  const save = useSavePost(post?.id)
  const [problem, setProblem] = useState<string>()
  const accounts = calendar.connected_accounts.filter(({ state }) => state === 'connected')
  const form = useForm<Draft>({ initialValues: draftOf({ calendar, accounts, post, medium, at }) })
  const { text, targets } = form.values
  const origin = new URL(calendar.referral_link).origin
  const chosen = accounts.filter(({ id }) => targets[id]?.chosen === true)
  const words = ({ id }: CalendarAccount) => targets[id]?.text.trim() || text
  const lacks = [text, ...chosen.map(words)].some((one) => lacksDisclosure(one, origin))

  function submit(draft: Draft): void {
    setProblem(undefined)
    if (chosen.length === 0) {
      setProblem('Choose an account')
      return
    }
    save.mutate(
      {
        text: draft.text,
        at: draft.at === '' ? 'now' : new Date(draft.at).toISOString(),
        media: draft.media.map(({ media_id, text: words }) => ({ media_id, text: words.trim() })),
        targets: chosen.map(({ id }) => ({
          connected_account_id: id,
          text: draft.targets[id]?.text.trim() || null,
        })),
      },
      { onSuccess: close, onError: (error) => setProblem(placeFieldErrors(form, error)) },
    )
  }

  function disclose(): void {
    form.setFieldValue('text', withDisclosure(text))
    for (const { id } of chosen) {
      const own = targets[id]?.text.trim() ?? ''
      if (own !== '') form.setFieldValue(`targets.${id}.text`, withDisclosure(own))
    }
  }

  return (
    <Modal opened onClose={close} title={post ? 'Edit post' : 'New post'} size="lg">
      <Form onSubmit={form.onSubmit(submit)}>
        <Textarea
          label="Text"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={5_000}
          data-autofocus
          {...form.getInputProps('text')}
        />
        <div className={styles.row}>
          <Button
            size="compact-sm"
            onClick={() =>
              form.setFieldValue('text', `${text.trimEnd()} ${calendar.referral_link}`.trimStart())
            }
          >
            Add my link
          </Button>
          {text.includes(calendar.referral_link) && (
            <span className={styles.hint}>
              Your link gets a sub ID of this post, so that its results are counted.
            </span>
          )}
          {lacks && (
            <>
              <Button size="compact-sm" onClick={disclose}>
                Add #ad
              </Button>
              <span className={styles.hint}>
                A post with a referral link must say that it is advertising.
              </span>
            </>
          )}
        </div>
        <MediaField form={form} />
        {accounts.map((account) => (
          <ComposeTarget
            key={account.id}
            words={words(account)}
            referralLink={calendar.referral_link}
            {...{ account, form }}
          />
        ))}
        <TextInput
          type="datetime-local"
          label="Time"
          description={`${timeZoneText(form.values.at === '' ? at : new Date(form.values.at))}. Leave empty to publish now`}
          {...form.getInputProps('at')}
        />
        <FormProblem text={problem} />
        <FormButtons busy={save.isPending} cancel={close}>
          {form.values.at === '' ? 'Publish now' : 'Plan post'}
        </FormButtons>
      </Form>
    </Modal>
  )
}
