import type { InstanceId } from '@gridloom/contract/core/ids'
import { type FilePath, fileNameOf, filePathIn, folderOf } from '@gridloom/contract/files/file-path'
import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useCreateFolder, useRenameFile } from '../api/files.ts'
import { nameProblem, shownName, typedName } from './file-words.ts'

interface DialogProps {
  instanceId: InstanceId
  opened: boolean
  onClose: () => void
}

/** Asks for the name of a new folder. */
export function NewFolderDialog({
  instanceId,
  folder,
  opened,
  onClose,
}: DialogProps & { folder: FilePath }) {
  const create = useCreateFolder(instanceId)
  const leave = () => {
    create.reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={leave} title="New folder" size="sm">
      <NameForm
        initial=""
        verb="Create folder"
        busy={create.isPending}
        problem={create.error ? describeError(create.error).text : undefined}
        cancel={leave}
        submit={(name) => create.mutate(filePathIn(folder, name), { onSuccess: leave })}
      />
    </Modal>
  )
}

/** Asks for the new name of a file. */
export function RenameDialog({
  instanceId,
  path,
  opened,
  onClose,
}: DialogProps & { path: FilePath }) {
  const rename = useRenameFile(instanceId)
  const name = fileNameOf(path)
  const leave = () => {
    rename.reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={leave} title={`Rename ${shownName(name)}`} size="sm">
      <NameForm
        initial={shownName(name)}
        verb="Rename"
        busy={rename.isPending}
        problem={rename.error ? describeError(rename.error).text : undefined}
        cancel={leave}
        submit={(next) =>
          next === name
            ? leave()
            : rename.mutate({ path, to: filePathIn(folderOf(path), next) }, { onSuccess: leave })
        }
      />
    </Modal>
  )
}

interface NameFormProps {
  initial: string
  verb: string
  busy: boolean
  problem: string | undefined
  cancel: () => void
  /** Called with the name as text of a path. */
  submit: (name: string) => void
}

function NameForm({ initial, verb, busy, problem, cancel, submit }: NameFormProps) {
  const [typed, setTyped] = useState(initial)
  const [tried, setTried] = useState(false)
  const wrong = nameProblem(typed)
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (wrong === undefined) submit(typedName(typed))
  }
  return (
    <Form onSubmit={onSubmit}>
      <TextInput
        label="Name"
        value={typed}
        data-autofocus
        autoComplete="off"
        error={tried ? wrong : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormProblem text={problem} />
      <FormButtons busy={busy} cancel={cancel}>
        {verb}
      </FormButtons>
    </Form>
  )
}
