import { ChatParameters } from '@gridloom/contract/chats'
import { Drawer, NumberInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { placeFieldErrors } from '../../../lib/api/field-errors.ts'
import { describeProblem } from '../../../lib/api/problems.ts'
import { Form, FormButtons, FormProblem } from '../../../lib/parts/form.tsx'

interface ParametersDrawerProps {
  parameters: ChatParameters
  /** Rejects when they could not be saved. */
  save: (parameters: ChatParameters) => Promise<void>
  busy: boolean
  problem: Error | null
  onClose: () => void
}

/** What a chat asks of its model beside the prompt. */
export function ParametersDrawer(props: ParametersDrawerProps) {
  return (
    <Drawer opened onClose={props.onClose} title="Parameters" size="md">
      <ParametersForm {...props} />
    </Drawer>
  )
}

/** A field that is empty leaves the choice to the engine. */
type Field = number | string

function ParametersForm({ parameters, save, busy, problem, onClose }: ParametersDrawerProps) {
  const form = useForm({
    initialValues: {
      system: parameters.system,
      temperature: fieldOf(parameters.temperature),
      top_p: fieldOf(parameters.top_p),
      max_tokens: fieldOf(parameters.max_tokens),
      seed: fieldOf(parameters.seed),
    },
  })

  async function submit(values: typeof form.values): Promise<void> {
    const parsed = ChatParameters.safeParse({
      system: values.system,
      temperature: numberOf(values.temperature),
      top_p: numberOf(values.top_p),
      max_tokens: numberOf(values.max_tokens),
      seed: numberOf(values.seed),
    })
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        form.setFieldError(String(path[0]), message)
      return
    }
    try {
      await save(parsed.data)
      onClose()
    } catch (error) {
      placeFieldErrors(form, error)
    }
  }

  return (
    <Form onSubmit={form.onSubmit((values) => void submit(values))}>
      <Textarea
        label="System prompt"
        description="What the model should be, and how it should answer."
        autosize
        minRows={4}
        maxRows={14}
        data-autofocus
        {...form.getInputProps('system')}
      />
      <NumberInput
        label="Temperature"
        description="0 takes the likeliest word each time; more makes answers more varied."
        placeholder="The engine’s default"
        min={0}
        max={2}
        step={0.1}
        {...form.getInputProps('temperature')}
      />
      <NumberInput
        label="Top p"
        description="Only the likeliest words that make up this share are considered."
        placeholder="The engine’s default"
        max={1}
        step={0.05}
        {...form.getInputProps('top_p')}
      />
      <NumberInput
        label="Longest answer, in tokens"
        placeholder="As long as the context allows"
        min={1}
        max={1_000_000}
        {...form.getInputProps('max_tokens')}
      />
      <NumberInput
        label="Seed"
        description="The same seed gives the same answer, as far as the engine can."
        placeholder="A new one each time"
        min={0}
        max={4_294_967_295}
        {...form.getInputProps('seed')}
      />
      <FormProblem text={problem ? describeProblem(problem).text : undefined} />
      <FormButtons busy={busy} cancel={onClose}>
        Save parameters
      </FormButtons>
    </Form>
  )
}

function fieldOf(value: number | null): Field {
  return value ?? ''
}

function numberOf(field: Field): number | null {
  return field === '' ? null : Number(field)
}
