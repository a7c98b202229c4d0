import { ApiError } from '@gridloom/client/api-error'
import { ProjectName } from '@gridloom/contract/budgets/project-name'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useSaveProject } from './project-queries.ts'

/** Creates a project. The name of an archived one restores it. */
export function NewProjectDialog({ close }: { close: () => void }) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [tried, setTried] = useState<'yes' | 'no'>('no')
  const save = useSaveProject(close)
  const named = ProjectName.safeParse(name)
  const isWrong = !named.success && (tried === 'yes' || name !== '')
  const refused = save.error instanceof ApiError ? save.error.fields : {}
  return (
    <Modal opened onClose={close} title="New project">
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          setTried('yes')
          if (named.success) save.mutate({ name: named.data, description: description.trim() })
        }}
      >
        <TextInput
          label="Name"
          description="Small letters, digits and hyphens"
          placeholder="training"
          maxLength={40}
          data-autofocus
          value={name}
          error={isWrong ? named.error.issues[0]?.message : refused.name}
          onChange={({ currentTarget: { value } }) => setName(value.toLowerCase())}
        />
        <TextInput
          label="Description"
          placeholder="Optional"
          maxLength={200}
          value={description}
          error={refused.description}
          onChange={({ currentTarget: { value } }) => setDescription(value)}
        />
        <FormProblem
          text={
            save.error && Object.keys(refused).length === 0
              ? describeError(save.error).text
              : undefined
          }
        />
        <FormButtons busy={save.isPending} cancel={close}>
          Create project
        </FormButtons>
      </Form>
    </Modal>
  )
}
