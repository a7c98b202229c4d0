import type { Company } from '@gridloom/contract/companies/company'
import { Modal } from '../../../ui/components/dialog.tsx'
import { useCreateCompany } from '../api/create-company.ts'
import { NameForm } from '../parts/name-form.tsx'

interface CreateCompanyDialogProps {
  close: () => void
  onCreated: (company: Company) => void
}

/** Creates a company with a name; the user becomes its owner. */
export function CreateCompanyDialog({ close, onCreated }: CreateCompanyDialogProps) {
  const create = useCreateCompany()
  return (
    <Modal opened onClose={close} title="Create company" size="sm">
      <NameForm
        name=""
        word="Create company"
        hint="You become its owner and can invite others. Its balance starts at $0."
        send={create}
        cancel={close}
        done={(company) => {
          close()
          onCreated(company)
        }}
      />
    </Modal>
  )
}
