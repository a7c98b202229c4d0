import type { CompanyOverview } from '@gridloom/contract/companies/company'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Modal } from '../../../ui/components/dialog.tsx'
import { useRenameCompany } from '../api/rename-company.ts'
import { NameForm } from '../parts/name-form.tsx'

/** Renames a company. */
export function RenameCompany({ company: { id, name } }: { company: CompanyOverview }) {
  const rename = useRenameCompany(id)
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button onClick={open}>Rename</Button>
      <Modal opened={opened} onClose={close} title={`Rename ${name}`} size="sm">
        <NameForm name={name} word="Rename company" send={rename} cancel={close} done={close} />
      </Modal>
    </>
  )
}
