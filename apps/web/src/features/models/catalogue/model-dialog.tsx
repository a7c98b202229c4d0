import { NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { useLeave } from '../../../ui/form/use-leave.tsx'
import { wholeNumber } from '../../../ui/form/whole-number.ts'
import { SourcesFields } from './source-fields.tsx'
import { type ModelForm, type ModelFormProps, useModelForm } from './use-model-form.ts'

/** Form of a model in the catalogue. The input is kept when the request fails, and Escape asks before discarding it. */
export function ModelDialog({ change, close }: ModelFormProps) {
  const { form, problem, submit, busy } = useModelForm({ change, close })
  const { leave, question } = useLeave({ typed: form.isDirty(), close })
  return (
    <Modal opened onClose={leave} size="lg" title={change ? `Edit ${change.id}` : 'Add a model'}>
      <Form onSubmit={form.onSubmit(submit)}>
        {change === undefined && (
          <TextInput
            label="ID"
            description="As on model hubs. Used in API requests."
            placeholder="org/name"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('id')}
          />
        )}
        <TextInput
          label="Licence"
          placeholder="Apache-2.0"
          maxLength={100}
          spellCheck={false}
          {...form.getInputProps('licence')}
        />
        <Textarea
          label="Description"
          description="Strengths and limits"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2_000}
          {...form.getInputProps('about')}
        />
        <SizeFields form={form} />
        <SourcesFields form={form} />
        <FormProblem text={problem} />
        <FormButtons busy={busy} cancel={close}>
          {change ? 'Save' : 'Add model'}
        </FormButtons>
      </Form>
      {question}
    </Modal>
  )
}

function SizeFields({ form }: { form: ModelForm }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NumberInput
        label="Context"
        description="Tokens of prompt and answer together"
        placeholder="8,192"
        {...wholeNumber}
        {...form.getInputProps('context_tokens')}
      />
      <NumberInput
        label="Parameters"
        description="Leave empty if unknown"
        placeholder="135,000,000"
        {...wholeNumber}
        {...form.getInputProps('parameters')}
      />
    </SimpleGrid>
  )
}
