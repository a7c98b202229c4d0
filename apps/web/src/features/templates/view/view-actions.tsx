import type { Template } from '@gridloom/contract/templates/template'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { ExportDialog } from '../actions/export-dialog.tsx'
import { UseButton } from '../actions/use-button.tsx'
import { useCopy } from '../actions/use-copy.ts'

interface ViewActionsProps {
  template: Template
  code: string | undefined
}

/** Use, copy, export, and edit one's own. One that is shared by a code is copied before it can be used. */
export function ViewActions({ template, code }: ViewActionsProps) {
  const [exporting, exports] = useDisclosure(false)
  const copy = useCopy()
  const { id, access } = template
  const isShared = access === 'shared'
  return (
    <>
      <Button onClick={exports.open}>Export</Button>
      {access === 'own' && (
        <Button renderRoot={(props) => <Link {...props} to="/template/$id" params={{ id }} />}>
          Edit
        </Button>
      )}
      <Button
        variant={isShared ? 'filled' : 'default'}
        loading={copy.isPending}
        onClick={() => copy.copy(code === undefined ? { id } : { template_code: code })}
      >
        {access === 'own' ? 'Copy' : 'Copy to my templates'}
      </Button>
      {!isShared && <UseButton template={template} look="page" />}
      {exporting && <ExportDialog template={template} code={code} close={exports.close} />}
    </>
  )
}
