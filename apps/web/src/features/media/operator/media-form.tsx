import { type ChannelId, channelNames } from '@gridloom/contract/channels/channel'
import { creativeKinds, type OperatorMedia } from '@gridloom/contract/media/media'
import { Checkbox, MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { kindWords } from '../media-words.ts'
import {
  draftOf,
  draftProblems,
  kindOf,
  type MediaDraft,
  platformChoices,
  platformsOf,
  readDraft,
} from './media-draft.ts'

interface MediaFormProps {
  media?: OperatorMedia
  busy: boolean
  save: (draft: ReturnType<typeof readDraft>, ended: { failed: (error: unknown) => void }) => void
  cancel: () => void
}

const kinds = Object.entries(kindWords).map(([value, label]) => ({ value, label }))

/** Kind, title, texts, platforms and languages of a medium. */
export function MediaForm({ media, busy, save, cancel }: MediaFormProps) {
  const [problem, setProblem] = useState<string>()
  const form = useForm<MediaDraft>({ initialValues: draftOf(media), validate: draftProblems })
  const { kind, platforms, texts } = form.values

  function submit(draft: MediaDraft): void {
    setProblem(undefined)
    save(readDraft(draft), { failed: (error) => setProblem(placeFieldErrors(form, error)) })
  }

  return (
    <Form onSubmit={form.onSubmit(submit)}>
      {media === undefined && (
        <Select
          label="Kind"
          allowDeselect={false}
          data={kinds}
          value={kind}
          onChange={(value) => form.setFieldValue('kind', kindOf(value))}
        />
      )}
      <TextInput label="Title" maxLength={120} data-autofocus {...form.getInputProps('title')} />
      <Textarea
        label="Details"
        description="What it is, and when to use it"
        autosize
        minRows={2}
        maxLength={5_000}
        {...form.getInputProps('detail')}
      />
      <TextInput
        label="Address"
        description={kind === 'link' ? 'The page to link to' : 'Optional: a page about it'}
        placeholder="https://"
        maxLength={500}
        {...form.getInputProps('link')}
      />
      <MultiSelect
        label="Platforms"
        description="Where its format fits"
        data={platformChoices}
        value={platforms}
        onChange={(values) => form.setFieldValue('platforms', platformsOf(values))}
      />
      {platforms.map((platform) => (
        <PlatformText
          key={platform}
          platform={platform}
          text={texts.find((one) => one.platform === platform)?.text ?? ''}
          change={(text) =>
            form.setFieldValue('texts', [
              ...texts.filter((one) => one.platform !== platform),
              { platform, text },
            ])
          }
        />
      ))}
      <TextInput
        label="Languages"
        description="Codes separated by commas"
        placeholder="en, pt-BR"
        maxLength={120}
        {...form.getInputProps('languages')}
      />
      {creativeKinds.includes(kind) && (
        <Checkbox
          label="Creative for affiliates"
          description="Once it is published, affiliates embed it in pages of their own, where everybody sees it"
          {...form.getInputProps('isCreative', { type: 'checkbox' })}
        />
      )}
      <FormProblem text={problem} />
      <FormButtons busy={busy} cancel={cancel}>
        {media === undefined ? 'Create media' : 'Save media'}
      </FormButtons>
    </Form>
  )
}

interface PlatformTextProps {
  platform: ChannelId
  text: string
  change: (text: string) => void
}

function PlatformText({ platform, text, change }: PlatformTextProps) {
  return (
    <Textarea
      label={`Text for ${channelNames[platform]}`}
      autosize
      minRows={2}
      maxLength={5_000}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
