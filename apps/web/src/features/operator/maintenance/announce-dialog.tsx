import { Checkbox, Group, Radio, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { clockNowMs } from '../../../browser/clock.ts'
import { AnnouncementLine } from '../../../ui/components/announcement-line.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { useAnnounce } from '../api/announce.ts'
import styles from '../operator.module.css'
import {
  type AnnounceDraft,
  announcementProblems,
  newAnnounceDraft,
  readAnnouncementDraft,
} from './announce-draft.ts'

/** Form of an announcement with a preview. */
export function AnnounceDialog({ close }: { close: () => void }) {
  const announce = useAnnounce()
  const [problem, setProblem] = useState<string>()
  const form = useForm<AnnounceDraft>({
    initialValues: newAnnounceDraft,
    validate: (draft) => announcementProblems(draft, clockNowMs()),
  })

  function submit(draft: AnnounceDraft): void {
    setProblem(undefined)
    announce.mutate(readAnnouncementDraft(draft), {
      onSuccess: close,
      onError: (error) => setProblem(placeFieldErrors(form, error)),
    })
  }

  return (
    <Modal opened onClose={close} title="New announcement" size="lg">
      <Form onSubmit={form.onSubmit(submit)}>
        <Textarea
          label="Text"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          data-autofocus
          {...form.getInputProps('text')}
        />
        <Radio.Group label="Level" {...form.getInputProps('level')}>
          <Group gap="lg" mt={6}>
            <Radio size="xs" value="info" label="Information" />
            <Radio size="xs" value="warning" label="Warning" />
          </Group>
        </Radio.Group>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            type="datetime-local"
            label="From"
            description="Leave empty to publish immediately"
            {...form.getInputProps('starts')}
          />
          <TextInput
            type="datetime-local"
            label="Until"
            description="Leave empty to show it until you withdraw it"
            {...form.getInputProps('ends')}
          />
        </SimpleGrid>
        <Checkbox
          size="xs"
          label="Also send by email"
          description="To everyone who gets announcements by email, when it starts"
          {...form.getInputProps('mail', { type: 'checkbox' })}
        />
        <Preview level={form.values.level} text={form.values.text} />
        <FormProblem text={problem} />
        <FormButtons busy={announce.isPending} cancel={close}>
          {form.values.starts === '' ? 'Announce now' : 'Schedule'}
        </FormButtons>
      </Form>
    </Modal>
  )
}

function Preview({ level, text }: Pick<AnnounceDraft, 'level' | 'text'>) {
  return (
    <section aria-label="Preview" className={styles.preview}>
      <AnnouncementLine level={level} text={text.trim() || 'Preview of your text'} />
    </section>
  )
}
