import type { Company } from '@gridloom/contract/companies/company'
import { Modal } from '../../../ui/components/dialog.tsx'
import { useFoundCompany } from '../api/found-company.ts'
import { NameForm } from '../parts/name-form.tsx'

interface FoundDialogProps {
  close: () => void
  founded: (company: Company) => void
}

/** Founds a company by its name; whoever does owns it. */
export function FoundDialog({ close, founded }: FoundDialogProps) {
  const found = useFoundCompany()
  return (
    <Modal opened onClose={close} title="Found a company" size="sm">
      <NameForm
        name=""
        word="Found a company"
        hint="You own it, and invite others. It begins with a balance of $0."
        send={found}
        cancel={close}
        done={(company) => {
          close()
          founded(company)
        }}
      />
    </Modal>
  )
}
