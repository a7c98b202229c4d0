import type { Template } from '@gridloom/contract/templates/template'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useToasts } from '../../../api/runtime.tsx'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useKeepTemplate, useRestoreVersion } from '../api/template-changes.ts'

interface RestoreVersionProps {
  template: Template
  version: string
  onRestored: (restored: Template) => void
}

/** Makes the content of an earlier version the newest one, after a confirmation. */
export function RestoreVersion({ template, version, onRestored }: RestoreVersionProps) {
  const [asked, { open, close }] = useDisclosure(false)
  const restore = useRestoreVersion(template.id)
  const keep = useKeepTemplate()
  const toasts = useToasts()
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Restore version ${version}`}
        onClick={open}
      >
        Restore
      </Button>
      <ConfirmDialog
        opened={asked}
        title={`Restore version ${version}?`}
        confirmWord="Restore version"
        tone="neutral"
        busy={restore.isPending}
        problem={restore.error ? describeError(restore.error).text : undefined}
        onConfirm={() =>
          restore.mutate(version, {
            onSuccess: (restored) => {
              keep(restored)
              onRestored(restored)
              close()
              toasts.show({
                type: 'success',
                message: `Restored version ${version} as version ${restored.version}`,
              })
            },
          })
        }
        onClose={close}
      >
        Its content becomes the newest version, and all versions are kept. Changes that you have not
        saved are lost. Instances keep the version that they were rented with.
      </ConfirmDialog>
    </>
  )
}
