import type { Model } from '@gridloom/contract/models/model'
import { Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { FieldGroup, FieldHint } from '../../../ui/form/field-group.tsx'
import { wholeNumber } from '../../../ui/form/whole-number.ts'
import { formatBytes } from '../../../ui/format/numbers.ts'
import styles from './models.module.css'
import type { ServeDraft } from './serve-draft.ts'

export interface ServePartProps {
  form: UseFormReturnType<ServeDraft>
  /** What is chosen, once something is. */
  model: Model | undefined
}

/** What makes the answers: llama.cpp in the agent, or an engine beside it. */
export function EngineFields({
  form,
  model,
  llamaMissing,
}: ServePartProps & { llamaMissing: string | undefined }) {
  const { engine } = form.values
  const narrow = useMediaQuery('(max-width: 480px)') ?? false
  return (
    <>
      <FieldGroup name="What makes the answers">
        <SegmentedControl
          fullWidth
          orientation={narrow ? 'vertical' : 'horizontal'}
          aria-label="What makes the answers"
          data={[
            { value: 'llama', label: 'llama.cpp in the agent' },
            { value: 'openai-http', label: 'An engine on this machine' },
          ]}
          value={engine}
          onChange={(value) => {
            form.setFieldValue('engine', value)
            form.clearFieldError('engine')
          }}
        />
        <FieldHint>{engine === 'llama' ? llamaHint(model) : httpHint}</FieldHint>
        {engine === 'llama' && llamaMissing && (
          <p className={styles.warning}>This machine cannot run it yet. {llamaMissing}</p>
        )}
        {form.errors.engine && <Input.Error role="alert">{form.errors.engine}</Input.Error>}
      </FieldGroup>
      {engine === 'openai-http' && <HttpFields form={form} model={model} />}
      <NumberInput
        label="Context"
        description={
          engine === 'llama'
            ? 'Tokens of prompt and answer together; empty: as many as memory takes'
            : 'Tokens of prompt and answer together, as the engine was started'
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
  'Anything that speaks /v1: Ollama, vLLM, llama-server, TGI. Its address is shown to nobody but you.'

function llamaHint(model: Model | undefined): string {
  if (model === undefined) return 'The agent fetches the model’s file and checks its hash.'
  if (model.sources.length === 0)
    return 'No file of this model is known, so the agent cannot fetch it: choose an engine on this machine.'
  const size = model.bytes === null ? '' : ` of ${formatBytes(model.bytes)}`
  return `The agent fetches a file${size}, checks its hash, and keeps it.`
}

function HttpFields({ form, model }: ServePartProps) {
  return (
    <>
      <TextInput
        label="Base URL"
        description="As the machine reaches it, up to and with /v1"
        spellCheck={false}
        {...form.getInputProps('base_url')}
      />
      <TextInput
        label="Name there"
        description="What the engine calls the model"
        placeholder={model?.name ?? 'model'}
        spellCheck={false}
        {...form.getInputProps('upstream_model')}
      />
    </>
  )
}
