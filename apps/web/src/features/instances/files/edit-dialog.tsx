import type { InstanceId } from '@gridloom/contract/core/ids'
import { editedBytesMax, type FileVersion } from '@gridloom/contract/files/file-entry'
import { type FilePath, fileNameOf } from '@gridloom/contract/files/file-path'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { isCode } from '../../../api/is-code.ts'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'
import { CodeFrame } from '../../../ui/code-editor/code-frame.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { FormProblem } from '../../../ui/form/form.tsx'
import { useLeave } from '../../../ui/form/use-leave.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useSaveText } from '../api/files.ts'
import { shownName } from './file-words.ts'
import styles from './files-tab.module.css'
import { readText } from './read-text.ts'

const CodeEditor = lazyPart(
  async () => (await import('../../../ui/code-editor/code-editor.tsx')).CodeEditor,
)

interface EditDialogProps {
  instanceId: InstanceId
  path: FilePath
  /** `read`: the file is shown, and cannot be saved. */
  access: 'read' | 'write'
  opened: boolean
  onClose: () => void
}

interface OpenFileProps extends Omit<EditDialogProps, 'opened'> {
  onChanged: (isChanged: boolean) => void
  /** Closes it without a question. */
  onDone: () => void
}

/** Shows a text file, and saves changes unless the file has changed meanwhile. */
export function EditDialog({ opened, ...props }: EditDialogProps) {
  const { path, onClose } = props
  const [isChanged, setChanged] = useState(false)
  const close = () => {
    setChanged(false)
    onClose()
  }
  const { leave, question } = useLeave({ typed: isChanged, close })
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={shownName(fileNameOf(path))}
      size="xl"
      closeOnClickOutside={false}
    >
      <OpenFile {...props} onClose={leave} onChanged={setChanged} onDone={close} />
      {question}
    </Modal>
  )
}

function OpenFile({ instanceId, path, access, ...dialog }: OpenFileProps) {
  const client = useClient()
  const text = useQuery({
    queryKey: keys.fileText(instanceId, path),
    queryFn: ({ signal }) => readText(client, { id: instanceId, path, signal }),
    // Never from a cache: a version that was seen long ago would be saved over a newer one, or refused.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Loaded query={text} what="the file">
      {(read) => {
        if (read.kind === 'too_large')
          return (
            <Unreadable onClose={dialog.onClose}>
              The file has {formatBytes(read.bytes)}. Files of up to {formatBytes(editedBytesMax)}{' '}
              can be opened here; download it instead.
            </Unreadable>
          )
        if (read.kind === 'binary')
          return (
            <Unreadable onClose={dialog.onClose}>
              This is not a text file in UTF-8. Download it instead.
            </Unreadable>
          )
        return (
          <Editor
            key={`${read.version.modified_at} ${read.version.size_bytes}`}
            instanceId={instanceId}
            path={path}
            access={access}
            text={read.text}
            version={read.version}
            reload={() => void text.refetch()}
            {...dialog}
          />
        )
      }}
    </Loaded>
  )
}

function Unreadable({ children, onClose }: { children: React.ReactNode; onClose: () => void }) {
  return (
    <>
      <p className={styles.muted}>{children}</p>
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogButtons>
    </>
  )
}

interface EditorProps extends OpenFileProps {
  text: string
  version: FileVersion
  reload: () => void
}

function Editor({ instanceId, path, access, text, version, reload, ...dialog }: EditorProps) {
  const { onChanged, onClose, onDone } = dialog
  const [edited, setEdited] = useState(text)
  const save = useSaveText(instanceId)
  const hasChanged = isCode(save.error, 'file_changed')
  const submit = () => save.mutate({ path, text: edited, expected: version }, { onSuccess: onDone })
  return (
    <>
      <CodeFrame height="dialog">
        <Suspense fallback={<SkeletonBlock height={360} label="Loading the editor" />}>
          <CodeEditor
            text={text}
            name={shownName(fileNameOf(path))}
            label={`Content of ${shownName(fileNameOf(path))}`}
            focus="once_open"
            access={access}
            onChange={(next) => {
              setEdited(next)
              onChanged(next !== text)
            }}
            onSave={submit}
          />
        </Suspense>
      </CodeFrame>
      <FormProblem text={save.error ? describeError(save.error).text : undefined} />
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
        {hasChanged && (
          <Button
            color="red"
            onClick={() => {
              onChanged(false)
              reload()
            }}
          >
            Discard my changes and reload
          </Button>
        )}
        {access === 'write' && (
          <Button
            variant="filled"
            loading={save.isPending}
            disabled={edited === text}
            onClick={submit}
          >
            Save
          </Button>
        )}
      </DialogButtons>
    </>
  )
}
