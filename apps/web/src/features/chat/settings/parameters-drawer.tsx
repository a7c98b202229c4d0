import { ChatParameters } from '@gridloom/contract/chat/chat'
import { NumberInput, type NumberInputProps, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Drawer } from '../../../ui/components/dialog.tsx'
import { placeFieldErrors } from '../../../ui/form/field-errors.ts'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { numberOrNull, type TypedNumber } from '../../../ui/form/typed.ts'
import { useLeave } from '../../../ui/form/use-leave.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'

interface ParametersDrawerProps {
  parameters: ChatParameters
  /** Rejects when saving fails. */
  save: (parameters: ChatParameters) => Promise<void>
  busy: boolean
  problem: Error | null
  onClose: () => void
}

/** The form for the system prompt and the sampling parameters of a chat. */
export function ParametersDrawer(props: ParametersDrawerProps) {
  const { busy, problem, onClose } = props
  const { form, submit } = useParametersForm(props)
  const { leave, question } = useLeave({ typed: form.isDirty(), close: onClose })
  return (
    <Drawer opened onClose={leave} title="Parameters" size="md">
      <Form onSubmit={form.onSubmit((draft) => void submit(draft))}>
        <Textarea
          label="System prompt"
          description="Instructions for the model’s role and style."
          autosize
          minRows={4}
          maxRows={14}
          data-autofocus
          {...form.getInputProps('system')}
        />
        {numbers.map(({ name, ...input }) => (
          <NumberInput key={name} {...input} {...form.getInputProps(name)} />
        ))}
        <FormProblem text={problem ? describeError(problem).text : undefined} />
        <FormButtons busy={busy} cancel={onClose}>
          Save parameters
        </FormButtons>
      </Form>
      {question}
    </Drawer>
  )
}

/** The values of the form; an empty number means the engine's default. */
type Draft = Record<Exclude<keyof ChatParameters, 'system'>, TypedNumber> & { system: string }

const numbers = [
  {
    name: 'temperature',
    label: 'Temperature',
    description: 'Lower values make answers more predictable, higher values more varied.',
    placeholder: 'Engine default',
    min: 0,
    max: 2,
    step: 0.1,
  },
  {
    name: 'top_p',
    label: 'Top p',
    description: 'Only the most likely tokens within this probability are considered.',
    placeholder: 'Engine default',
    max: 1,
    step: 0.05,
  },
  {
    name: 'max_tokens',
    label: 'Maximum tokens',
    placeholder: 'Limited by the context',
    min: 1,
    max: 1_000_000,
  },
  {
    name: 'seed',
    label: 'Seed',
    description: 'The same seed gives the same answer where the engine supports it.',
    placeholder: 'Random',
    min: 0,
    max: 4_294_967_295,
  },
] as const satisfies readonly ({ name: keyof Draft } & NumberInputProps)[]

function useParametersForm({ parameters, save, onClose }: ParametersDrawerProps) {
  const form = useForm<Draft>({ initialValues: draftOf(parameters) })

  async function submit(draft: Draft): Promise<void> {
    const read = readDraft(draft)
    if (!read.success) {
      for (const { path, message } of read.error.issues)
        form.setFieldError(String(path[0]), message)
      return
    }
    try {
      await save(read.data)
      onClose()
    } catch (error) {
      placeFieldErrors(form, error)
    }
  }

  return { form, submit }
}

function draftOf({ system, temperature, top_p, max_tokens, seed }: ChatParameters): Draft {
  return {
    system,
    temperature: temperature ?? '',
    top_p: top_p ?? '',
    max_tokens: max_tokens ?? '',
    seed: seed ?? '',
  }
}

function readDraft({ system, temperature, top_p, max_tokens, seed }: Draft) {
  return ChatParameters.safeParse({
    system,
    temperature: numberOrNull(temperature),
    top_p: numberOrNull(top_p),
    max_tokens: numberOrNull(max_tokens),
    seed: numberOrNull(seed),
  })
}
