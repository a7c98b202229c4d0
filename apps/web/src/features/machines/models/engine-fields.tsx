import type { Model } from '@gridloom/contract/models/model'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { Checkbox, Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { FieldGroup, FieldHint } from '../../../ui/form/field-group.tsx'
import { wholeNumber } from '../../../ui/form/whole-number.ts'
import styles from './models.module.css'
import type { ServeDraft } from './serve-draft.ts'

export interface ServePartProps {
  form: UseFormReturnType<ServeDraft>
  /** The chosen model, if any. */
  model: Model | undefined
}

/** Engine: llama.cpp in the agent, or an engine beside it. */
export function EngineFields({
  form,
  model,
  llamaMissing,
}: ServePartProps & { llamaMissing: string | undefined }) {
  const { engine } = form.values
  const narrow = useMediaQuery('(max-width: 480px)') ?? false
  return (
    <>
      <FieldGroup name="Engine">
        <SegmentedControl
          fullWidth
          orientation={narrow ? 'vertical' : 'horizontal'}
          aria-label="Engine"
          data={[
            { value: 'llama', label: 'Built-in llama.cpp' },
            { value: 'openai-http', label: 'Own engine' },
          ]}
          value={engine}
          onChange={(value) => {
            form.setFieldValue('engine', value)
            form.clearFieldError('engine')
          }}
        />
        <FieldHint>{engine === 'llama' ? llamaHint(model) : httpHint}</FieldHint>
        {engine === 'llama' && llamaMissing && (
          <p className={styles.warning}>Not available on this machine yet. {llamaMissing}</p>
        )}
        {form.errors.engine && <Input.Error role="alert">{form.errors.engine}</Input.Error>}
      </FieldGroup>
      {engine === 'openai-http' && <HttpFields form={form} model={model} />}
      <NumberInput
        label="Context"
        description={
          engine === 'llama'
            ? 'Tokens of prompt and answer together. Leave empty to use the available memory.'
            : 'Tokens of prompt and answer together, as configured in the engine'
        }
        placeholder={
          model && engine === 'llama' ? `at most ${model.context_tokens.toLocaleString('en')}` : ''
        }
        min={128}
        {...wholeNumber}
        {...form.getInputProps('context_tokens')}
      />
    </>
  )
}

const httpHint =
  'Any OpenAI-compatible engine, such as Ollama, vLLM, llama-server or TGI. Only you can see its address.'

function llamaHint(model: Model | undefined): string {
  if (model === undefined) return 'The agent downloads the model and verifies its hash.'
  if (model.sources.length === 0)
    return 'This model has no download source: choose your own engine.'
  const size = model.bytes === null ? '' : ` of ${formatBytes(model.bytes)}`
  return `The agent downloads a file${size} and verifies its hash.`
}

function HttpFields({ form, model }: ServePartProps) {
  return (
    <>
      <TextInput
        label="Base URL"
        description="As reachable from the machine, including /v1"
        spellCheck={false}
        {...form.getInputProps('base_url')}
      />
      <TextInput
        label="Model name in the engine"
        description="The name the engine uses for the model"
        placeholder={model?.name ?? 'model'}
        spellCheck={false}
        {...form.getInputProps('upstream_model')}
      />
      <Checkbox
        size="xs"
        label="Prompts and answers are not stored"
        description="You declare it for this engine. Requests with data_collection: deny go to no other."
        checked={form.values.data_collection === 'deny'}
        onChange={({ currentTarget: { checked } }) =>
          form.setFieldValue('data_collection', checked ? 'deny' : 'allow')
        }
      />
    </>
  )
}
