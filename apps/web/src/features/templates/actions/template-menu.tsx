import type { Template } from '@gridloom/contract/templates/template'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DeleteDialog } from './delete-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { useCopy } from './use-copy.ts'
import { useSetDefault } from './use-set-default.ts'

interface TemplateMenuProps {
  template: Template
  isDefault: boolean
  /** Called when the template is deleted. */
  onDeleted?: () => void
}

type Open = 'share' | 'export' | 'delete' | null

/** What can be done with a template: more with one's own. */
export function TemplateMenu({ template, isDefault, onDeleted }: TemplateMenuProps) {
  const [open, setOpen] = useState<Open>(null)
  const copy = useCopy()
  const setDefault = useSetDefault()
  const close = () => setOpen(null)
  const { id, template_name: name } = template
  const isOwn = template.access === 'own'
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={30} aria-label={`Actions of ${name}`} loading={copy.isPending}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOwn && (
            <Menu.Item
              renderRoot={(props) => <Link {...props} to="/template/$id" params={{ id }} />}
            >
              Edit
            </Menu.Item>
          )}
          <Menu.Item onClick={() => copy.copy({ id })}>
            {isOwn ? 'Copy' : 'Copy to my templates'}
          </Menu.Item>
          {isOwn && <Menu.Item onClick={() => setOpen('share')}>Share</Menu.Item>}
          <Menu.Item onClick={() => setOpen('export')}>Export</Menu.Item>
          <Menu.Item disabled={isDefault} onClick={() => setDefault(template)}>
            Set as default
          </Menu.Item>
          {isOwn && (
            <Menu.Item color="red" onClick={() => setOpen('delete')}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'share' && <ShareDialog template={template} close={close} />}
      {open === 'export' && <ExportDialog template={template} close={close} />}
      {open === 'delete' && (
        <DeleteDialog template={template} close={close} onDeleted={onDeleted} />
      )}
    </>
  )
}
