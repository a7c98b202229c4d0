import { channelNames } from '@gridloom/contract/channels/channel'
import type { Calendar, CalendarAccount, Post } from '@gridloom/contract/posts/post'
import { countText } from '@gridloom/domain/posts/count-text'
import { lacksDisclosure, withDisclosure } from '@gridloom/domain/posts/disclosure'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Modal } from '../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import styles from './calendar.module.css'
import { localInput, timeZoneText } from './calendar-time.ts'
import { useSavePost } from './posts-api.ts'

interface Draft {
  text: string
  /** The value of a `datetime-local` field; empty: now. */
  at: string
  /** Whether each account is chosen, and its own text; an empty one is that of the post. */
  targets: Record<string, { chosen: boolean; text: string }>
}

interface ComposeProps {
  calendar: Calendar
  /** The post to edit; undefined: a new one. */
  post?: Post | undefined
  /** The time of a new post. */
  at: Date
  close: () => void
}

/** Writes a post for several accounts, with the length that each channel counts. */
export function ComposeDialog({ calendar, post, at, close }: ComposeProps) {
  const save = useSavePost(post?.id)
  const [problem, setProblem] = useState<string>()
  const accounts = calendar.connected_accounts.filter(({ state }) => state === 'connected')
  const form = useForm<Draft>({ initialValues: draftOf(accounts, post, at) })
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
        {accounts.map((account) => (
          <Target key={account.id} account={account} words={words(account)} form={form} />
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

interface TargetProps {
  account: CalendarAccount
  words: string
  form: ReturnType<typeof useForm<Draft>>
}

function Target({ account: { id, channel, handle, limits }, words, form }: TargetProps) {
  const isChosen = form.values.targets[id]?.chosen === true
  const length = limits === null ? 0 : countText(words, limits)
  return (
    <div className={styles.target}>
      <Checkbox
        size="xs"
        label={`${channelNames[channel]}: ${handle}`}
        description={limits === null ? 'We remind you at the time, and you publish it' : undefined}
        {...form.getInputProps(`targets.${id}.chosen`, { type: 'checkbox' })}
      />
      {isChosen && (
        <>
          <Textarea
            label={`Another text for ${handle}`}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={5_000}
            {...form.getInputProps(`targets.${id}.text`)}
          />
          {words.trim() !== '' && <p className={styles.text}>{words}</p>}
          {limits !== null && (
            <p className={`${styles.hint} ${length > limits.text_max ? styles.over : ''}`}>
              {length} of {limits.text_max} characters
            </p>
          )}
        </>
      )}
    </div>
  )
}

function draftOf(accounts: readonly CalendarAccount[], post: Post | undefined, at: Date): Draft {
  return {
    text: post?.text ?? '',
    at: localInput(post === undefined ? at : new Date(post.at)),
    targets: Object.fromEntries(
      accounts.map(({ id }) => {
        const target = post?.targets.find((one) => one.connected_account_id === id)
        const isOnly = accounts.length === 1
        const chosen = post === undefined ? isOnly : target !== undefined
        return [id, { chosen, text: target?.text ?? '' }]
      }),
    ),
  }
}
